import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { startS3Server } from '../../test/fixtures/platform/blobs/s3-server.ts';
import { daemonDir } from './daemon.ts';
import { type NatsBroker, startNatsBroker, startNatsCluster } from './nats.ts';
import { Network } from './network.ts';
import { type Machine, type PatroniCluster, startPatroniCluster } from './patroni.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { type PostgresServer, startPostgresServer } from './postgres.ts';
import { program } from './programs.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { type SwiftStore, startSwift } from './swift.ts';

/** A machine with one kith process, and the settings that only this process has. */
interface MachineSetup extends Machine {
  readonly clockFile: string;
  readonly env: Readonly<Record<string, string>>;
}

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
  readonly network?: Network;
  readonly machines?: readonly MachineSetup[];
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
  return { env: { DATABASE_URL: cluster.urls[0] ?? '' }, primary: cluster.primary, cluster };
}

/** Three machines, each with PostgreSQL, Patroni, etcd, HAProxy and NATS, and one S3 store outside of them. */
async function onMachines(dir: string, ends: Cleanups): Promise<SiteServices> {
  const disk = await mountSmallDisk(dir);
  ends.push(() => disk.unmount());
  // Its end comes before that of the disk: it kills whatever still runs on a machine.
  const network = await Network.open(['one', 'two', 'three']);
  ends.push(() => network.close());
  const machines: MachineSetup[] = [];
  for (const [n, each] of network.machines.entries()) {
    // The first machine has a disk that can be filled.
    const own = await daemonDir(n === 0 ? path.join(disk.dir, each.name) : path.join(dir, each.name));
    const clockFile = path.join(own, 'clock');
    await writeFile(clockFile, '+0');
    machines.push({ ...each, dir: own, clockFile, env: {} });
  }
  const cluster = await startPatroniCluster(dir, machines);
  ends.push(() => cluster.stop());
  const brokers = await startNatsCluster(machines, (daemon) => {
    daemon.start();
    ends.push(() => daemon.stop());
  });
  const store = await startS3Server(network.address);
  ends.push(() => store.stop());
  const [DATABASE_URL = ''] = cluster.urls;
  return {
    env: {
      DATABASE_URL,
      KITH_BLOBS_URL: store.url('kith'),
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      KITH_TRUST_PROXY: network.address,
    },
    primary: cluster.primary,
    cluster,
    network,
    disk,
    machines: machines.map((machine, n) => ({
      ...machine,
      env: {
        ...clockEnv(machine.clockFile),
        DATABASE_URL: cluster.urls[n] ?? '',
        KITH_EVENTS_URL: `nats://${[...brokers.slice(n), ...brokers.slice(0, n)].join(',')}`,
        KITH_DATA_DIR: path.join(machine.dir, 'files'),
      },
    })),
  };
}

async function withMovableClock(dir: string, ends: Cleanups): Promise<SiteServices> {
  const clockFile = path.join(dir, 'clock');
  await writeFile(clockFile, '+0');
  return { ...(await plain(dir, ends)), clockFile, firstProcessEnv: clockEnv(clockFile) };
}

const clockEnv = (clockFile: string) => ({
  LD_PRELOAD: program('libfaketime.so.1'),
  FAKETIME_TIMESTAMP_FILE: clockFile,
  FAKETIME_NO_CACHE: '1',
  // Only the wall clock steps; the monotonic clock of a machine never does.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

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
  machines: onMachines,
};

export type SiteKind = keyof typeof starters;
export const siteKinds = Object.keys(starters) as SiteKind[];

export async function startSiteServices(kind: SiteKind, dir: string, ends: Cleanups): Promise<SiteServices> {
  // Programs that run as another user must traverse it to reach their own directories.
  await chmod(dir, 0o711);
  return starters[kind](dir, ends);
}
