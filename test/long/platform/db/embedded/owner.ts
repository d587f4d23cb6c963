/**
 * A process that owns the database in argv[2] and reports to its parent in lines of JSON. With `write` it inserts rows
 * and reports each one after its commit. SIGTERM stops the server; the process must then exit by itself, which shows
 * that nothing was left open.
 */
import { Client } from 'pg';
import { DataDirInUse } from '../../../../../src/platform/db/embedded/errors.ts';
import { startEmbeddedPostgres } from '../../../../../src/platform/db/embedded/server.ts';

const [, , dataDir = '', task] = process.argv;
const report = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  process.once('SIGTERM', () => server.stop());
  report({ is: 'started', ...server });
  if (task === 'write') await write(server);
} catch (error) {
  report({ is: 'refused', inUse: error instanceof DataDirInUse, message: String(error) });
}

async function write(server: { host: string; port: number; user: string; database: string }): Promise<void> {
  const { host, port, user, database } = server;
  const client = new Client({ host, port, user, database });
  await client.connect();
  await client.query('drop table if exists acknowledged');
  await client.query('create table acknowledged (id int primary key)');
  for (let id = 0; ; id++) {
    await client.query('insert into acknowledged values ($1)', [id]);
    report({ is: 'row', id });
  }
}
