import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const databaseHarness = path.join(import.meta.dirname, '../database.ts');
const seen = new Map<string, boolean>();

/** Whether a file, or one it imports, uses a test database: other files need no PostgreSQL. */
export function needsDatabase(file: string): boolean {
  return reaches(path.resolve(file));
}

function reaches(file: string): boolean {
  if (file === databaseHarness) return true;
  const known = seen.get(file);
  if (known !== undefined) return known;
  // In an import cycle, the other files decide.
  seen.set(file, false);
  const found = importsOf(file).some(reaches);
  seen.set(file, found);
  return found;
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
