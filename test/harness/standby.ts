import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { migrations } from '../../src/app/migrations.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/db/embedded/server.ts';
import { migrate } from '../../src/platform/db/migrations.ts';
import { freshDataDir } from './data-dir.ts';
import type { TestDatabase } from './database.ts';

export interface Replicated {
  readonly primary: TestDatabase;
  readonly standby: TestDatabase;
  stopStandby(): Promise<void>;
}

/** Starts a primary with the schema, and a standby that streams from it. */
export async function startReplicated(test: {
  after(clean: () => Promise<void>): void;
}): Promise<Replicated> {
  const [first, second] = [await freshDataDir(test), await freshDataDir(test)];
  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: () => {} });
  const { host, port, user, database, stop } = await start(first);
  await migrate({ host, port, user, database }, migrations);
  // A stopped primary is a consistent copy, from which its standby starts.
  await stop();
  await mkdir(second, { recursive: true });
  await cp(path.join(first, 'postgres'), path.join(second, 'postgres'), { recursive: true });
  await writeFile(path.join(second, 'postgres/standby.signal'), '');
  const address = `host=${host} port=${port} user=${user}`;
  await appendFile(
    path.join(second, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = '${address}'\nhot_standby = on\n`,
  );
  const primary = await start(first);
  test.after(() => primary.stop());
  const standby = await start(second);
  test.after(() => standby.stop());
  return { primary: databaseOf(primary), standby: databaseOf(standby), stopStandby: () => standby.stop() };
}

function databaseOf({ host, port, user, database }: EmbeddedPostgres): TestDatabase {
  return {
    host,
    port,
    user,
    database,
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    sql: async (statement, values) => {
      const client = new pg.Client({ host, port, user, database });
      await client.connect();
      try {
        return (await client.query(statement, values)).rows;
      } finally {
        await client.end();
      }
    },
    drop: async () => {},
  };
}
