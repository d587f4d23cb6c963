import path from 'node:path';
import type pg from 'pg';
import { Daemon, daemonDir, daemonFile, until } from './daemon.ts';
import { childrenOf, isAlive, postmasterOn } from './os-processes.ts';
import { freePort } from './ports.ts';
import { program } from './programs.ts';

interface Node {
  readonly name: string;
  readonly restPort: number;
  readonly postgresPort: number;
  readonly dataDir: string;
  readonly daemon: Daemon;
}

/** Two synchronous PostgreSQL servers under Patroni, with etcd, and HAProxy routing to the primary. */
export interface PatroniCluster {
  readonly url: string;
  /** Through HAProxy, for the checks. */
  readonly primary: pg.ClientConfig;
  /** Makes the other node the primary, as before maintenance. */
  switchover(): Promise<void>;
  /** Kills Patroni and PostgreSQL of the primary at once, as when its machine fails. */
  killPrimary(): Promise<void>;
  /** Restarts the killed node and waits for a synchronous standby. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

const database = 'postgres';
const [superuser, password] = ['postgres', 'chaos'];
/** The minimum that Patroni allows: a dead primary is replaced once its key has expired. */
const [ttl, loopWait, retryTimeout] = [20, 2, 5];

export async function startPatroniCluster(parent: string): Promise<PatroniCluster> {
  const dir = await daemonDir(path.join(parent, 'patroni'));
  const daemons: Daemon[] = [];
  const start = (daemon: Daemon): Daemon => {
    daemon.start();
    daemons.push(daemon);
    return daemon;
  };
  const stop = async () => {
    // Patroni stops PostgreSQL when it is stopped.
    for (const daemon of daemons.reverse()) await daemon.stop();
  };
  try {
    const etcdPort = await startEtcd(dir, start);
    const nodes: Node[] = [];
    for (const name of ['one', 'two']) {
      nodes.push(await startNode(dir, name, etcdPort, start));
      // The first node initialises the cluster, the second copies it.
      await until(`the node ${name}`, async () => (await stateOf(nodes.at(-1)))?.state === 'running');
    }
    await until('a synchronous standby', async () => isSynchronous(nodes));
    const port = await startHaproxy(dir, nodes, start);
    const primaryOf = async () => {
      for (const node of nodes) if (isPrimary(await stateOf(node))) return node;
      throw new Error('the cluster has no primary');
    };
    return {
      url: `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`,
      primary: { host: '127.0.0.1', port, user: superuser, password, database },
      switchover: async () => {
        const leader = await primaryOf();
        const candidate = nodes.find((node) => node !== leader)?.name;
        const body = JSON.stringify({ leader: leader.name, candidate });
        const answer = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
          method: 'POST',
          body,
        });
        if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
      },
      killPrimary: async () => {
        const leader = await primaryOf();
        const postmaster = await postmasterOn(leader.dataDir);
        const processes = [postmaster, ...childrenOf(postmaster)];
        await leader.daemon.kill('SIGKILL');
        for (const pid of processes) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      },
      revive: async () => {
        for (const { daemon } of nodes) if (!daemon.isRunning) daemon.start();
        await until('a synchronous standby after the fault', async () => isSynchronous(nodes), 120_000);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface NodeState {
  readonly state: string;
  readonly role: string;
  readonly replication?: readonly { sync_state: string }[];
}

async function stateOf(node: Node | undefined): Promise<NodeState | undefined> {
  const answer = await fetch(`http://127.0.0.1:${node?.restPort}/patroni`).catch(() => undefined);
  return answer && ((await answer.json()) as NodeState);
}

const isPrimary = (state: NodeState | undefined): boolean =>
  state?.state === 'running' && ['master', 'primary'].includes(state.role);

async function isSynchronous(nodes: readonly Node[]): Promise<boolean> {
  const states = await Promise.all(nodes.map(stateOf));
  return states.some(
    (state) => isPrimary(state) && state?.replication?.some(({ sync_state }) => sync_state === 'sync'),
  );
}

async function startEtcd(dir: string, start: (daemon: Daemon) => Daemon): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()];
  const args = [
    ['--name', 'chaos'],
    ['--data-dir', path.join(dir, 'etcd')],
    ['--listen-client-urls', `http://127.0.0.1:${client}`],
    ['--advertise-client-urls', `http://127.0.0.1:${client}`],
    ['--listen-peer-urls', `http://127.0.0.1:${peer}`],
    ['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
    ['--initial-cluster', `chaos=http://127.0.0.1:${peer}`],
  ].flat();
  // Debian's etcd starts on arm64 only with this setting.
  const env = { ETCD_UNSUPPORTED_ARCH: 'arm64' };
  start(new Daemon({ name: 'etcd', program: program('etcd'), args, dir, env }));
  await until('etcd', async () => (await fetch(`http://127.0.0.1:${client}/health`)).ok);
  return client;
}

async function startNode(
  dir: string,
  name: string,
  etcdPort: number,
  start: (daemon: Daemon) => Daemon,
): Promise<Node> {
  const [restPort, postgresPort] = [await freePort(), await freePort()];
  const dataDir = path.join(dir, `data-${name}`);
  const config = {
    scope: 'chaos',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: loopWait,
        retry_timeout: retryTimeout,
        // Otherwise a failover may lose acknowledged writes, because the standby lags.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, shared_buffers: '64MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { locale: 'C.UTF-8' }],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 md5',
        'host replication all 127.0.0.1/32 md5',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${postgresPort}`,
      connect_address: `127.0.0.1:${postgresPort}`,
      data_dir: dataDir,
      bin_dir: path.dirname(program('pg_rewind')),
      pgpass: path.join(dir, `pgpass-${name}`),
      remove_data_directory_on_diverged_timelines: true,
      authentication: {
        superuser: { username: superuser, password },
        replication: { username: 'replicator', password },
        rewind: { username: superuser, password },
      },
      parameters: { unix_socket_directories: dir },
    },
  };
  // JSON is valid YAML.
  const file = await daemonFile(path.join(dir, `patroni-${name}.yml`), JSON.stringify(config, null, 2));
  const daemon = new Daemon({ name: `patroni-${name}`, program: program('patroni'), args: [file], dir });
  start(daemon);
  return { name, restPort, postgresPort, dataDir, daemon };
}

async function startHaproxy(
  dir: string,
  nodes: readonly Node[],
  start: (daemon: Daemon) => Daemon,
): Promise<number> {
  const port = await freePort();
  const servers = nodes.map(
    ({ name, postgresPort, restPort }) =>
      `  server ${name} 127.0.0.1:${postgresPort} maxconn 150 check port ${restPort}`,
  );
  const config = `global
  maxconn 400
defaults
  mode tcp
  timeout connect 3s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
  const file = await daemonFile(path.join(dir, 'haproxy.cfg'), config);
  start(new Daemon({ name: 'haproxy', program: program('haproxy'), args: ['-db', '-f', file], dir }));
  return port;
}
