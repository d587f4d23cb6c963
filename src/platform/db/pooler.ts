import { randomUUID } from 'node:crypto';
import { DatabaseClient } from './client.ts';

/**
 * A connection pooler in front of PostgreSQL (PgBouncer, Supavisor …). Each transaction may use another
 * server connection, so no session state may be set. `prepares`: it tracks prepared statements per client
 * (PgBouncer 1.21 and later).
 */
export interface Pooler {
  readonly prepares: boolean;
}

const probeTimeoutMs = 5_000;

/** Detects a pooler at the address: it reports process ids that are not the server's own. */
export async function detectPooler(connectionString: string): Promise<Pooler | undefined> {
  const client = new DatabaseClient({
    connectionString,
    application_name: 'kith probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {});
  await client.connect();
  const name = `kith_probe_${randomUUID()}`;
  try {
    // One transaction, so that all of it runs on one server connection.
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number; names: string[] }>({
      name,
      text: 'SELECT pg_backend_pid() AS pid, array(SELECT name FROM pg_prepared_statements) AS names',
    });
    const [{ pid, names } = { pid: 0, names: [] }] = rows;
    // A pooler with support for prepared statements renames them. Otherwise ours would be left behind.
    const isNamedByUs = names.includes(name);
    if (isNamedByUs) await client.query(`DEALLOCATE "${name}"`);
    await client.query('COMMIT');
    return pid === client.processID ? undefined : { prepares: !isNamedByUs };
  } finally {
    client.disconnect('done');
  }
}
