import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import { type TestDatabase, templateName } from './database.ts';
import { startTestPostgres } from './postgres.ts';

/** Copies every row and every sequence into a new cluster, like pg_dump and pg_restore. */
export async function restoreToNewCluster(test: TestContext, source: TestDatabase): Promise<TestDatabase> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'kith-restored-'));
  const { server } = await startTestPostgres(dir);
  test.after(async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const { host, port, user } = server;
  const connection = { host, port, user, database: templateName };
  const target = new pg.Client(connection);
  await target.connect();
  await target.query(`SET session_replication_role = replica`);
  const columns = await source.sql(`
    SELECT table_name, string_agg(quote_ident(column_name), ',') AS columns FROM information_schema.columns
    WHERE table_schema = 'public' AND is_generated = 'NEVER'
      AND table_name IN (SELECT relname FROM pg_stat_user_tables)
    GROUP BY table_name`);
  for (const { table_name, columns: list } of columns) {
    const rows = await source.sql(`SELECT array_agg(t::text) AS rows FROM "${table_name}" AS t`);
    await target.query(`DELETE FROM "${table_name}"`);
    await target.query(
      `INSERT INTO "${table_name}" (${list}) OVERRIDING SYSTEM VALUE
       SELECT ${list} FROM (SELECT (unnest($1::text[])::"${table_name}").*) AS restored`,
      [rows[0].rows],
    );
  }
  for (const { name, last } of await source.sql(
    `SELECT quote_ident(sequencename) AS name, last_value AS last FROM pg_sequences WHERE last_value IS NOT NULL`,
  ))
    await target.query(`SELECT setval($1::regclass, $2)`, [name, last]);
  await target.end();
  return {
    ...connection,
    url: `postgresql://${user}@localhost:${port}/${templateName}?host=${encodeURIComponent(host)}`,
    sql: async (statement, values) => {
      const client = new pg.Client(connection);
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
