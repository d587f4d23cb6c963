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

/** What the kith processes of a site lean on. */
export interface Backing {
  readonly env: Readonly<Record<string, string>>;
  /** The primary, past relays and poolers. */
  readonly primary: pg.ClientConfig;
  readonly postgres?: PostgresServer;
  readonly pooler?: PgBouncer;
  readonly broker?: NatsBroker;
  readonly cluster?: PatroniCluster;
  /** The clock of the first process is moved by what this file says. */
  readonly clockFile?: string;
  readonly firstProcessEnv?: Readonly<Record<string, string>>;
  readonly disk?: SmallDisk;
  /** Where the files are, by S3; elsewhere they are in a directory. */
  readonly store?: SwiftStore;
}

/** Called in the order opposite to that of adding. */
type Ends = (() => Promise<unknown>)[];

async function plain(dir: string, ends: Ends): Promise<Backing & { postgres: PostgresServer }> {
  const postgres = await startPostgresServer(path.join(dir, 'database'));
  ends.push(() => postgres.stop());
  return { env: { DATABASE_URL: postgres.url }, primary: postgres.direct, postgres };
}

async function pooled(dir: string, ends: Ends): Promise<Backing> {
  const server = await plain(dir, ends);
  const pooler = await startPgBouncer(dir, server.postgres.url);
  ends.push(() => pooler.daemon.stop());
  return { ...server, env: { DATABASE_URL: pooler.url, KITH_DIRECT_URL: server.postgres.url }, pooler };
}

async function withBroker(dir: string, ends: Ends): Promise<Backing> {
  const server = await plain(dir, ends);
  const broker = await startNatsBroker(dir);
  ends.push(() => broker.daemon.stop());
  return { ...server, env: { ...server.env, KITH_EVENTS_URL: broker.url }, broker };
}

async function clustered(dir: string, ends: Ends): Promise<Backing> {
  const cluster = await startPatroniCluster(dir);
  ends.push(() => cluster.stop());
  return { env: { DATABASE_URL: cluster.url }, primary: cluster.primary, cluster };
}

async function withMovableClock(dir: string, ends: Ends): Promise<Backing> {
  const clockFile = path.join(dir, 'clock');
  await writeFile(clockFile, '+0');
  const firstProcessEnv = {
    LD_PRELOAD: program('libfaketime.so.1'),
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    // A step of the clock is one of the time of day; the steady clock of a machine never steps.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { ...(await plain(dir, ends)), clockFile, firstProcessEnv };
}

async function onSmallDisk(dir: string, ends: Ends): Promise<Backing> {
  const disk = await mountSmallDisk(dir);
  ends.push(() => disk.unmount());
  const server = await plain(disk.dir, ends);
  return { ...server, env: { ...server.env, KITH_DATA_DIR: path.join(disk.dir, 'files') }, disk };
}

async function withStore(dir: string, ends: Ends): Promise<Backing> {
  const server = await plain(dir, ends);
  const store = await startSwift(dir);
  ends.push(() => store.stop());
  return { ...server, env: { ...server.env, ...store.env }, store };
}

const backings = {
  plain,
  pooled,
  broker: withBroker,
  cluster: clustered,
  clock: withMovableClock,
  'small-disk': onSmallDisk,
  store: withStore,
};

export type SiteKind = keyof typeof backings;
export const siteKinds = Object.keys(backings) as SiteKind[];

export async function startBacking(kind: SiteKind, dir: string, ends: Ends): Promise<Backing> {
  // Programs that run as another user pass through it to their own directories.
  await chmod(dir, 0o711);
  return backings[kind](dir, ends);
}
