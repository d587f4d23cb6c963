import type { TestContext } from 'node:test';
import { type Database, openDatabase } from '../../../../src/platform/db/database.ts';
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts';

/** kith's own connection to the test's database, with one table of numbered counters. */
export async function openFresh(
  t: TestContext,
  options: { onHookError?: (error: unknown) => void } = {},
): Promise<{ database: Database; fresh: TestDatabase }> {
  const fresh = await freshDatabase({ empty: true });
  await fresh.sql('CREATE TABLE counter (id integer PRIMARY KEY, value integer NOT NULL)');
  await fresh.sql('INSERT INTO counter VALUES (1, 0), (2, 0)');
  const { host, port, user } = fresh;
  const database = openDatabase(
    { host, port, user, database: fresh.database },
    { name: 'test', connections: 8, onLost: () => {}, ...options },
  );
  t.after(async () => {
    await database.close();
    await fresh.drop();
  });
  return { database, fresh };
}
