import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestDatabase } from './database.ts';

/** Every value of every table as text, with bytes both in hexadecimal and raw. */
export async function dump(database: TestDatabase): Promise<string> {
  const tables = await database.sql(`SELECT relname FROM pg_stat_user_tables`);
  const rows = await Promise.all(tables.map(({ relname }) => database.sql(`SELECT * FROM "${relname}"`)));
  return rows
    .flat()
    .flatMap((row) => Object.values(row as object))
    .map((value) => {
      if (Buffer.isBuffer(value)) return `${value.toString('hex')} ${value.toString('latin1')}`;
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    })
    .join('\n');
}

/** Names and contents of all files below a directory. */
export async function filesIn(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`));
  return texts.join('\n');
}
