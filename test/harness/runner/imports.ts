import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whether a file, or one it imports, uses a test database: other files need no PostgreSQL. */
export const needsDatabase = importing('database.ts');

/** Whether `npm test` makes only a part of a file's runs. */
export const isRunInPart = importing('runs.ts');

/** Whether a file, or one it imports, imports this one of the harness. */
function importing(harness: string): (file: string) => boolean {
  const target = path.join(import.meta.dirname, '..', harness);
  const seen = new Map<string, boolean>();
  const reaches = (file: string): boolean => {
    if (file === target) return true;
    const known = seen.get(file);
    if (known !== undefined) return known;
    // In an import cycle, the other files decide.
    seen.set(file, false);
    const found = importsOf(file).some(reaches);
    seen.set(file, found);
    return found;
  };
  return (file) => reaches(path.resolve(file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return (
    [...text.matchAll(/(?:from|import\(|^import)\s*'(\.{1,2}\/[^']+\.ts)'/gm)]
      .map(([, target]) => path.resolve(path.dirname(file), target ?? ''))
      // A text of a generator can look like an import.
      .filter((target) => !target.includes(`${path.sep}src${path.sep}`) && existsSync(target))
  );
}
