import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Daemon, daemonDir, daemonFile, daemonUser, until } from './daemon.ts';
import { freePort } from './ports.ts';
import { type Program, program } from './programs.ts';
import { proxyConfig, type StorageKind, storageConfig } from './swift-config.ts';

interface SwiftServer {
  readonly daemon: Daemon;
  /** Python takes some seconds to start. */
  untilUp(): Promise<void>;
}

/** OpenStack Swift with its S3 API: a proxy, its cache, and one server each of accounts, containers and objects. */
export interface SwiftStore {
  readonly env: Readonly<Record<string, string>>;
  /** What clients talk to. */
  readonly proxy: SwiftServer;
  /** Object servers: without them the proxy responds with 503. */
  readonly objects: SwiftServer;
  stop(): Promise<void>;
}

const [bucket, region] = ['chaos', 'us-east-1'];
const [account, user, secret] = ['chaos', 'kith', 'chaos-secret'];
const accessKey = `${account}:${user}`;
const device = 'disk';

export async function startSwift(parent: string): Promise<SwiftStore> {
  const dir = await daemonDir(path.join(parent, 'swift'));
  for (const each of ['devices', `devices/${device}`]) await daemonDir(path.join(dir, each));
  const daemons: Daemon[] = [];
  const start = (name: Program, args: readonly string[]): Daemon => {
    const daemon = new Daemon({ name, program: program(name), args, dir });
    daemon.start();
    daemons.push(daemon);
    return daemon;
  };
  const startServer = async (name: Program, port: number, config: string): Promise<SwiftServer> => {
    const daemon = start(name, [await daemonFile(path.join(dir, `${name}.conf`), config), '--verbose']);
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/healthcheck`)).ok;
    return { daemon, untilUp: () => until(name, isUp) };
  };
  const stop = async () => {
    for (const daemon of daemons.reverse()) await daemon.stop();
  };
  const startStorage = async (kind: StorageKind): Promise<SwiftServer> => {
    const port = await freePort();
    await buildRing(dir, kind, port);
    return startServer(`swift-${kind}-server`, port, storageConfig(kind, { dir, port, user: daemonUser }));
  };
  try {
    const [port, cachePort] = [await freePort(), await freePort()];
    start('memcached', ['-l', '127.0.0.1', '-p', String(cachePort), '-U', '0']);
    const [accounts, containers] = [await startStorage('account'), await startStorage('container')];
    const objects = await startStorage('object');
    const access = { cachePort, region, account, user, secret };
    const config = proxyConfig({ dir, port, user: daemonUser }, access);
    const proxy = await startServer('swift-proxy-server', port, config);
    for (const each of [accounts, containers, objects, proxy]) await each.untilUp();
    const endpoint = `http://127.0.0.1:${port}`;
    await makeBucket(endpoint);
    const query = new URLSearchParams({ endpoint, region, path_style: '1' });
    const env = {
      KITH_BLOBS_URL: `s3://${bucket}/kith?${query}`,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secret,
    };
    return { env, proxy, objects, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Builds a ring that maps everything to the single device. */
async function buildRing(dir: string, kind: StorageKind, port: number): Promise<void> {
  const run = (...args: string[]) =>
    promisify(execFile)(program('swift-ring-builder'), [path.join(dir, `${kind}.builder`), ...args]);
  // 2^4 partitions, one replica, no minimum time between changes.
  await run('create', '4', '1', '0');
  await run('add', `r1z1-127.0.0.1:${port}/${device}`, '1');
  await run('rebalance');
}

async function makeBucket(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secret };
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}
