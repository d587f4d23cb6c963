import pg from 'pg';
import { migrations } from '../../src/app/migrations.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/server.ts';
import { migrate } from '../../src/platform/db/migrations.ts';
import { templateName } from './database.ts';
import { isInMemory } from './scratch.ts';

/** Some tests start several apps and many clients, and several test processes run concurrently. */
const maxConnections = 400;

/**
 * Starts PostgreSQL with the schema as a template database, and returns the environment that points to it.
 */
export async function startTestPostgres(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, maxConnections });
  const { host, port, user, database } = server;
  const admin = new pg.Client({ host, port, user, database });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateName}`);
  await admin.end();
  await migrate({ host, port, user, database: templateName }, migrations);
  const strategy = isInMemory(dataDir) ? 'FILE_COPY' : 'WAL_LOG';
  return { server, env: { KITHTEST_POSTGRES: JSON.stringify({ host, port, user, strategy }) } };
}
