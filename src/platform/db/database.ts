import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import {
  type ConnectionOptions,
  clientConfig,
  createPool,
  poolerOfConnection,
  preparingPool,
} from './pool.ts';
import { Replica, Replicas, routingPool } from './replicas.ts';
import { SilentConnections } from './silent-connections.ts';
import type { Tables } from './tables.ts';
import { createTransact, type Transact } from './transaction.ts';
import { createLanguage, TransactionConnection } from './transaction-connection.ts';

/** How long connections may take to close. */
const closeGraceMs = 1_500;

/** Reading interface. Writes need a `Tx`, which only transaction() provides. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'with' | 'selectNoFrom' | 'getExecutor'>;

export interface Database {
  readonly read: Reader;
  readonly transaction: Transact;
  /** Runs read-only work; its reads go to an up-to-date replica, if there is one. */
  readonly onReplica: OnReplica;
  readonly pool: pg.Pool;
  /** For uses that need a session of their own (LISTEN): bypasses a pooler. */
  readonly connection: ConnectionOptions;
  close(): Promise<void>;
}

export type OnReplica = <T>(work: () => Promise<T>) => Promise<T>;

export function openDatabase(
  connection: ConnectionOptions,
  options: {
    name: string;
    connections: number;
    /** PostgreSQL's own address, if `connection` is a pooler's. */
    direct?: ConnectionOptions | undefined;
    /** Standbys that may serve reads. */
    replicas?: readonly ConnectionOptions[];
    onReplicaChange?: (usable: boolean, reason: string) => void;
    onLost: (error: Error) => void;
    onHookError?: (error: unknown) => void;
  },
): Database {
  const pool = createPool(connection, options.name, options.connections);
  // A broken idle connection (after a server restart) is replaced on next use; without a listener it would
  // crash the process.
  pool.on('error', (error) => {
    // The pool adds the client with all that it has sent, which nobody wants in a log.
    Reflect.deleteProperty(error, 'client');
    if (!pool.ending) options.onLost(error);
  });
  // A connection that breaks in use fails its query, which reports it; the event itself has no other
  // listener.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const pooler = poolerOfConnection(connection);
  const silent = new SilentConnections(clientConfig(connection), { knowsProcesses: !pooler });
  silent.watch(pool);
  const prepared = preparingPool(pool, silent, pooler);
  const dialect = new PostgresDialect({ pool: prepared });
  const kysely = new Kysely<Tables>({ dialect });
  const language = createLanguage(dialect);
  const { replicas: standbys = [], onReplicaChange: onChange = () => {}, connections } = options;
  const replicas = new Replicas(
    standbys.map((standby) => new Replica(standby, { connections, onChange })),
    pool,
  );
  return {
    read:
      standbys.length === 0
        ? kysely
        : new Kysely<Tables>({ dialect: new PostgresDialect({ pool: routingPool(prepared) }) }),
    onReplica: (work) => (standbys.length === 0 ? work() : replicas.read(work)),
    transaction: createTransact(
      async (isolation) => new TransactionConnection(await prepared.open(), language, isolation),
      options.onHookError ?? ((error) => process.emitWarning(String(error))),
    ),
    pool,
    connection: options.direct ?? connection,
    close: async () => {
      // A silent peer must not delay a stop: connections still open by then are destroyed.
      const timer = setTimeout(() => silent.disconnectAll('the server is stopping'), closeGraceMs);
      await replicas.close();
      // Not by Kysely, which closes nothing if only transactions used the pool.
      if (!pool.ending) await pool.end().finally(() => clearTimeout(timer));
      clearTimeout(timer);
      silent.stop();
    },
  };
}
