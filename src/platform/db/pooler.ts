import { randomUUID } from 'node:crypto';
import { DatabaseClient } from './client.ts';

/**
 * A connection pooler before PostgreSQL (PgBouncer, Supavisor …). Each transaction may use another server connection,
 * so nothing may be set for a session. `prepares`: it keeps prepared statements apart by client (PgBouncer 1.21 and later).
 */
export interface Pooler {
  readonly prepares: boolean;
}

const probeTimeoutMs = 5_000;

/** Finds out whether a pooler answers at the address: it hands out process ids that are not the server's own. */
export async function findPooler(connectionString: string): Promise<Pooler | undefined> {
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
    // One transaction, so that one server connection sees all of it.
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number; names: string[] }>({
      name,
      text: 'SELECT pg_backend_pid() AS pid, array(SELECT name FROM pg_prepared_statements) AS names',
    });
    const [{ pid, names } = { pid: 0, names: [] }] = rows;
    // A pooler that knows prepared statements gives them names of its own. Otherwise ours would stay behind.
    const isNamedByUs = names.includes(name);
    if (isNamedByUs) await client.query(`DEALLOCATE "${name}"`);
    await client.query('COMMIT');
    return pid === client.processID ? undefined : { prepares: !isNamedByUs };
  } finally {
    client.cut('done');
  }
}
