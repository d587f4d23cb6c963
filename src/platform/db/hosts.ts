import pg from 'pg';
import { messageOf } from '../error-fields.ts';
import { findUnavailable } from './unavailable.ts';

const probeTimeoutMs = 2_000;
const form = /^(?<scheme>postgres(?:ql)?:\/\/)(?<login>[^@/]*@)?(?<hosts>[^/?#]*)(?<rest>.*)$/s;

/** None of the hosts accepts writes now. The code maps to a 503, as for any unavailable database. */
export class NoPrimary extends Error {
  readonly code = 'ECONNREFUSED';
}

/** The hosts of `postgresql://one:5432,two:5432/db`, each as its own connection string. */
export function splitHosts(connectionString: string): string[] {
  const { scheme, login = '', hosts, rest = '' } = form.exec(connectionString)?.groups ?? {};
  if (!scheme || hosts === undefined) return [connectionString];
  return hosts.split(',').map((host) => withoutSessionAttributes(`${scheme}${login}${host}${rest}`));
}

/** kith only ever uses a primary, so `target_session_attrs` is redundant; the driver does not support it. */
function withoutSessionAttributes(connectionString: string): string {
  if (!connectionString.includes('target_session_attrs') || !URL.canParse(connectionString))
    return connectionString;
  const url = new URL(connectionString);
  url.searchParams.delete('target_session_attrs');
  return url.href;
}

/** The last known primary by connection string, which is tried first. */
const lastPrimary = new Map<string, string>();

/** The host that accepts writes now, as its own connection string. */
export async function findPrimary(connectionString: string): Promise<string> {
  const hosts = splitHosts(connectionString);
  const last = lastPrimary.get(connectionString);
  const faults: Fault[] = [];
  for (const host of last ? [last, ...hosts.filter((each) => each !== last)] : hosts) {
    const fault = await reasonNotPrimary(host);
    if (fault === undefined) {
      lastPrimary.set(connectionString, host);
      return host;
    }
    faults.push({ ...fault, says: `${new URL(host).host} ${fault.says}` });
  }
  // A host that refuses the login does so after a failover too.
  const { error } = faults.find((fault) => fault.error && !isPassing(fault.error)) ?? {};
  const says = faults.map((fault) => fault.says).join('; ');
  throw new NoPrimary(`no host of DATABASE_URL is a primary: ${says}`, { cause: error });
}

/** Whether the database may answer later without anybody changing a setting. */
export const isPassing = (error: unknown): boolean =>
  findUnavailable(error) !== undefined && !(error instanceof NoPrimary && error.cause !== undefined);

interface Fault {
  readonly says: string;
  readonly error?: unknown;
}

async function reasonNotPrimary(connectionString: string): Promise<Fault | undefined> {
  const client = new pg.Client({
    connectionString,
    application_name: 'kith probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby ? { says: 'is a standby' } : undefined;
  } catch (error) {
    return { says: `does not respond (${messageOf(error)})`, error };
  } finally {
    void client.end().catch(() => {});
  }
}
