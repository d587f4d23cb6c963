import { setTimeout } from 'node:timers/promises';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { EmbeddedPostgresFailed } from '../platform/db/embedded/errors.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/db/embedded/server.ts';
import { isPassing, splitHosts } from '../platform/db/hosts.ts';
import { migrate, requireMigrated } from '../platform/db/migrations.ts';
import { type ConnectionOptions, detectPooler } from '../platform/db/pool.ts';
import { refuseDevDir } from '../platform/dev-marker.ts';
import type { Log } from '../platform/log.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { version } from '../version.ts';
import { migrations } from './migrations.ts';
import type { Config } from './settings.ts';
import { explainStartError } from './start-errors.ts';

export interface Storage {
  readonly database: Database;
  /** Migrations applied during this start. */
  readonly applied: readonly string[];
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly log: Log;
  /** Started by `kith dev`, the only command that may open its data directory. */
  readonly isDev?: boolean;
  /** Another process took over the embedded server: this one must exit. */
  readonly onTakenOver?: (error: Error) => void;
  /** Told about each step, for a person who waits. */
  readonly onStep?: ((step: string) => void) | undefined;
  /** Called when the rest is up to other processes, so that this one may do other work. */
  readonly onWait?: () => void;
  /** Waits for the operator's database while it is down, until this is aborted. */
  readonly waitUntil?: AbortSignal | undefined;
}

/**
 * Opens the database of a server, the operator's own or an embedded one owned by this process, and migrates
 * it.
 */
export async function openStorage(
  config: Config,
  { log, onTakenOver, isDev, onStep, onWait, waitUntil }: StorageOptions,
): Promise<Storage> {
  if (!isDev) refuseDevDir(config.dataDir);
  onStep?.(config.databaseUrl ? 'Connecting to the database' : 'Preparing PostgreSQL');
  if (config.databaseUrl) return openOperatorDatabase(config, config.databaseUrl, log, waitUntil);
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    maxConnections: connectionLimit(config),
    log: (event, details) => log.info(details, event),
    onWait,
    ...(onTakenOver && { onLost: onTakenOver }),
  });
  onStep?.(server.initialised ? 'Creating the database' : 'Opening the database');
  const { host, port, user, database } = server;
  try {
    return await open(config, { host, port, user, database }, log, () => server.stop());
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Opens the database for a command that may run next to a server: it is joined, not owned. */
export async function joinStorage(config: Config, options: StorageOptions): Promise<Storage> {
  if (!options.isDev) refuseDevDir(config.dataDir);
  const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir);
  return running ? open(config, running, options.log, async () => {}) : openStorage(config, options);
}

/**
 * Opens the database for a child process, whose parent owns the embedded server and restarts it if it dies.
 */
export async function shareStorage(
  config: Config,
  { log, waitUntil }: Pick<StorageOptions, 'log' | 'waitUntil'>,
): Promise<Storage> {
  if (config.databaseUrl) return openOperatorDatabase(config, config.databaseUrl, log, waitUntil);
  const running = await findRunningPostgres(config.dataDir);
  if (!running) throw new EmbeddedPostgresFailed(`The PostgreSQL of ${config.dataDir} is not running yet.`);
  return open(config, running, log, async () => {});
}

/** How often the operator is told that the database is still down. */
const retryMs = 3_000;

/** The operator's own PostgreSQL; while it is down, this waits for it. */
async function openOperatorDatabase(
  config: Config,
  connectionString: string,
  log: Log,
  waitUntil: AbortSignal | undefined,
): Promise<Storage> {
  for (;;) {
    try {
      return await tryOperatorDatabase(config, connectionString, log);
    } catch (error) {
      if (!waitUntil || !isPassing(error)) throw error;
      log.warn({ why: explainStartError(error) }, 'waiting for the database');
    }
    await setTimeout(retryMs, undefined, { signal: waitUntil });
  }
}

/** Possibly behind a pooler that lacks features kith needs. */
async function tryOperatorDatabase(config: Config, connectionString: string, log: Log): Promise<Storage> {
  const pooler = await detectPooler(connectionString);
  if (!pooler) return open(config, { connectionString }, log, async () => {});
  if (!config.directUrl) {
    throw new OperatorProblem(
      'DATABASE_URL leads to a connection pooler: set KITH_DIRECT_URL to the address of PostgreSQL itself, for LISTEN and migrations',
    );
  }
  const direct: ConnectionOptions = { connectionString: config.directUrl };
  log.info({ preparedStatements: pooler.prepares }, 'the database is behind a connection pooler');
  return open(config, { connectionString, pooler }, log, async () => {}, direct);
}

async function open(
  config: Config,
  connection: ConnectionOptions,
  log: Log,
  stopServer: () => Promise<void>,
  direct: ConnectionOptions = connection,
): Promise<Storage> {
  const applied = config.migrateAtStart
    ? await migrate(direct, migrations, version)
    : await requireMigrated(direct, migrations, version);
  if (applied.length > 0) log.info({ applied }, 'migrations applied');
  const database = openDatabase(connection, {
    name: 'kith',
    connections: config.databaseConnections,
    direct,
    replicas: config.readUrl
      ? splitHosts(config.readUrl).map((connectionString) => ({ connectionString }))
      : [],
    onReplicaChange: (usable, reason) =>
      usable
        ? log.info({ reason }, 'a replica is used for reads again')
        : log.warn({ reason }, 'a replica is not used for reads'),
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onHookError: (error) => log.error({ err: error }, 'an after-commit hook failed'),
  });
  const close = async () => {
    await database.close();
    await stopServer();
  };
  return { database, applied, close };
}

/** Maximum connections of all processes of one server, with headroom for commands. */
const connectionLimit = ({ processes, databaseConnections }: Config): number =>
  Math.max(100, (processes + 1) * (databaseConnections + 2) + 10);
