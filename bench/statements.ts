import { readFile, stat } from 'node:fs/promises';
import type { Statement } from './bare-reads.ts';
import { type DatabaseAddress, query } from './postgres.ts';

/** Each record of the log begins with its time. */
const recordStart = /^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m;
const executed = /LOG: {2}duration: [\d.]+ ms {2}(?:execute [^:]*|statement): (.*)$/s;
const parameter = /\$\d+ = (?:NULL|'((?:[^']|'')*)')/g;

/** Of connections opened afterwards: those already open keep their settings, so kith must start after this. */
export async function logStatements(databaseAddress: DatabaseAddress): Promise<void> {
  const { database } = databaseAddress;
  await query(databaseAddress, `ALTER DATABASE ${database} SET log_min_duration_statement = 0`);
  await query(databaseAddress, `ALTER DATABASE ${database} SET log_parameter_max_length = -1`);
}

/** The statements that PostgreSQL ran on a logging database meanwhile, in their order, with their values as text. */
export async function statementsDuring(logFile: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const { size } = await stat(logFile);
  await work();
  const text = (await readFile(logFile)).subarray(size).toString();
  const found: Statement[] = [];
  // Binding is logged too, with the same detail.
  let isExecuted = false;
  for (const record of text.split(recordStart)) {
    if (/DETAIL: {2}parameters: /i.test(record)) {
      const values = [...record.matchAll(parameter)].map(([, value]) => value?.replaceAll("''", "'") ?? null);
      if (isExecuted) found.push({ ...found.pop()!, values });
      continue;
    }
    const sql = executed.exec(record.trimEnd())?.[1];
    isExecuted = sql !== undefined;
    if (sql !== undefined) found.push({ text: sql.replaceAll('\n\t', '\n'), values: [] });
  }
  return found;
}
