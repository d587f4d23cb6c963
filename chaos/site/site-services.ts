import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { type NatsBroker, startNatsBroker } from './nats.ts';
import { type PatroniCluster, startPatroniCluster } from './patroni.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { type PostgresServer, startPostgresServer } from './postgres.ts';
import { program } from './programs.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { type SwiftStore, startSwift } from './swift.ts';

/** Services that the kith processes of a site depend on. */
export interface SiteServices {
  readonly env: Readonly<Record<string, string>>;
  /** Direct connection to the primary, without relays and poolers. */
  readonly primary: pg.ClientConfig;
  readonly postgres?: PostgresServer;
  readonly pooler?: PgBouncer;
  readonly broker?: NatsBroker;
  readonly cluster?: PatroniCluster;
  /** File that sets the clock offset of the first process. */
  readonly clockFile?: string;
  readonly firstProcessEnv?: Readonly<Record<string, string>>;
  readonly disk?: SmallDisk;
  /** S3 store of the files; undefined if they are in a directory. */
  readonly store?: SwiftStore;
}

/** Clean-up functions, called in reverse order. */
type Cleanups = (() => Promise<unknown>)[];

async function plain(dir: string, ends: Cleanups): Promise<SiteServices & { postgres: PostgresServer }> {
  const postgres = await startPostgresServer(path.join(dir, 'database'));
  ends.push(() => postgres.stop());
  return { env: { DATABASE_URL: postgres.url }, primary: postgres.direct, postgres };
}

async function pooled(dir: string, ends: Cleanups): Promise<SiteServices> {
  const server = await plain(dir, ends);
  const pooler = await startPgBouncer(dir, server.postgres.url);
  ends.push(() => pooler.daemon.stop());
  return { ...server, env: { DATABASE_URL: pooler.url, KITH_DIRECT_URL: server.postgres.url }, pooler };
}

async function withBroker(dir: string, ends: Cleanups): Promise<SiteServices> {
  const server = await plain(dir, ends);
  const broker = await startNatsBroker(dir);
  ends.push(() => broker.daemon.stop());
  return { ...server, env: { ...server.env, KITH_EVENTS_URL: broker.url }, broker };
}

async function clustered(dir: string, ends: Cleanups): Promise<SiteServices> {
  const cluster = await startPatroniCluster(dir);
  ends.push(() => cluster.stop());
  return { env: { DATABASE_URL: cluster.url }, primary: cluster.primary, cluster };
}

async function withMovableClock(dir: string, ends: Cleanups): Promise<SiteServices> {
  const clockFile = path.join(dir, 'clock');
  await writeFile(clockFile, '+0');
  const firstProcessEnv = {
    LD_PRELOAD: program('libfaketime.so.1'),
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    // Only the wall clock steps; the monotonic clock of a machine never does.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { ...(await plain(dir, ends)), clockFile, firstProcessEnv };
}

async function onSmallDisk(dir: string, ends: Cleanups): Promise<SiteServices> {
  const disk = await mountSmallDisk(dir);
  ends.push(() => disk.unmount());
  const server = await plain(disk.dir, ends);
  return { ...server, env: { ...server.env, KITH_DATA_DIR: path.join(disk.dir, 'files') }, disk };
}

async function withStore(dir: string, ends: Cleanups): Promise<SiteServices> {
  const server = await plain(dir, ends);
  const store = await startSwift(dir);
  ends.push(() => store.stop());
  return { ...server, env: { ...server.env, ...store.env }, store };
}

const starters = {
  plain,
  pooled,
  broker: withBroker,
  cluster: clustered,
  clock: withMovableClock,
  'small-disk': onSmallDisk,
  store: withStore,
};

export type SiteKind = keyof typeof starters;
export const siteKinds = Object.keys(starters) as SiteKind[];

export async function startSiteServices(kind: SiteKind, dir: string, ends: Cleanups): Promise<SiteServices> {
  // Programs that run as another user must traverse it to reach their own directories.
  await chmod(dir, 0o711);
  return starters[kind](dir, ends);
}
