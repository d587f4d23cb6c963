import { DatabaseClient } from './client.ts';

/**
 * A connection pooler before PostgreSQL (PgBouncer, Supavisor …). Each transaction may use another server connection,
 * so nothing may be set for a session. `prepares`: it keeps prepared statements apart by client (PgBouncer 1.21 and later).
 */
export interface Pooler {
  readonly prepares: boolean;
}

const probeName = 'kith_probe';
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
  try {
    const { rows } = await client.query<{ pid: number; names: string[] }>({
      name: probeName,
      text: 'SELECT pg_backend_pid() AS pid, array(SELECT name FROM pg_prepared_statements) AS names',
    });
    const [{ pid, names } = { pid: 0, names: [] }] = rows;
    // A pooler that knows prepared statements gives them names of its own.
    return pid === client.processID ? undefined : { prepares: !names.includes(probeName) };
  } finally {
    client.cut('done');
  }
}
