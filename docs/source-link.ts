import path from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import type { BoundRoute } from '../src/platform/http/route.ts';

const root = path.join(import.meta.dirname, '..');
const repository = packageJson.repository.url.replace(/^git\+|\.git$/g, '');

/** Links to the repository, since the package and its site hold no sources. */
export function sourceLink({ name, source = '' }: BoundRoute): string {
  const file = source.startsWith('file:') ? path.relative(root, fileURLToPath(source)) : '';
  if (!file.startsWith('src')) throw new Error(`no source file of ${name}: ${source}`);
  const place = file.replaceAll(path.sep, '/');
  return `[${place}](${repository}/blob/main/${place})`;
}
