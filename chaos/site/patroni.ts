import path from 'node:path';
import type pg from 'pg';
import { Daemon, daemonDir, daemonFile, until } from './daemon.ts';
import { childrenOf, isAlive, postmasterOn } from './os-processes.ts';
import { freePort } from './ports.ts';
import { program } from './programs.ts';

/** Where a node of the cluster runs. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Its network namespace; without one it is this machine. */
  readonly netns?: string;
  readonly dir: string;
}

interface Node {
  readonly machine: Machine;
  readonly restPort: number;
  readonly postgresPort: number;
  readonly dataDir: string;
  readonly daemon: Daemon;
}

/** Synchronous PostgreSQL servers under Patroni, with etcd, and HAProxy routing to the primary. */
export interface PatroniCluster {
  /** The address of each HAProxy. */
  readonly urls: readonly string[];
  /** The machine of the primary. */
  primaryMachine(): Promise<string>;
  /** Through HAProxy, for the checks. */
  readonly primary: pg.ClientConfig;
  /** Makes another node the primary, as before maintenance. */
  switchover(): Promise<void>;
  /** Kills Patroni and PostgreSQL of the primary at once, as when its machine fails. */
  killPrimary(): Promise<void>;
  /** Restarts a killed node and waits until every standby follows and one is synchronous. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

const database = 'postgres';
const [superuser, password] = ['postgres', 'chaos'];
/** The minimum that Patroni allows: a dead primary is replaced once its key has expired. */
const [ttl, loopWait, retryTimeout] = [20, 2, 5];
/** Three nodes and three kith share few cores. */
const [startMs, reviveMs, stateMs] = [120_000, 240_000, 3_000];
const [heartbeatMs, electionMs] = [500, 5_000];

/** Two nodes with one etcd and one HAProxy on the loopback; all three on each machine if there are machines. */
export async function startPatroniCluster(
  parent: string,
  spread?: readonly Machine[],
): Promise<PatroniCluster> {
  const dir = await daemonDir(path.join(parent, 'patroni'));
  const machines = spread ?? ['one', 'two'].map((name): Machine => ({ name, address: '127.0.0.1', dir }));
  const hubs = spread ?? machines.slice(0, 1);
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
    const etcds = await startEtcd(hubs, start);
    const nodes: Node[] = [];
    for (const machine of machines) {
      nodes.push(await startNode(machine, etcds, start));
      // The first node initialises the cluster, the others copy it.
      const isRunning = async () => (await stateOf(nodes.at(-1)))?.state === 'running';
      await until(`the node ${machine.name}`, isRunning, startMs);
    }
    await until('a synchronous standby', async () => isSynchronous(nodes));
    const ports = new Map<Machine, number>();
    for (const hub of hubs) ports.set(hub, await startHaproxy(hub, nodes, start));
    const [[hub, port] = []] = ports;
    if (!hub || !port) throw new Error('a cluster needs a machine');
    const primaryOf = async () => {
      for (const node of nodes) if (isPrimary(await stateOf(node))) return node;
      throw new Error('the cluster has no primary');
    };
    return {
      urls: [...ports].map(
        ([{ address }, each]) => `postgresql://${superuser}:${password}@${address}:${each}/${database}`,
      ),
      primaryMachine: async () => (await primaryOf()).machine.name,
      primary: { host: hub.address, port, user: superuser, password, database },
      switchover: async () => {
        const leader = await primaryOf();
        // Patroni chooses the synchronous standby.
        const body = JSON.stringify({ leader: leader.machine.name });
        const url = `http://${leader.machine.address}:${leader.restPort}/switchover`;
        // After a fault Patroni takes some rounds until it knows its synchronous standby.
        await until('a switchover', async () => (await fetch(url, { method: 'POST', body })).ok);
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
        await until('a synchronous standby after the fault', async () => isSynchronous(nodes), reviveMs);
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
  const signal = AbortSignal.timeout(stateMs);
  const url = `http://${node?.machine.address}:${node?.restPort}/patroni`;
  const answer = await fetch(url, { signal }).catch(() => undefined);
  return answer && ((await answer.json()) as NodeState);
}

const isPrimary = (state: NodeState | undefined): boolean =>
  state?.state === 'running' && ['master', 'primary'].includes(state.role);

async function isSynchronous(nodes: readonly Node[]): Promise<boolean> {
  const states = await Promise.all(nodes.map(stateOf));
  return states.some(
    (state) =>
      isPrimary(state) &&
      state?.replication?.length === nodes.length - 1 &&
      state.replication.some(({ sync_state }) => sync_state === 'sync'),
  );
}

type Start = (daemon: Daemon) => Daemon;

/** The client address of each member. */
async function startEtcd(machines: readonly Machine[], start: Start): Promise<string[]> {
  const members: { machine: Machine; client: number; peer: number }[] = [];
  for (const machine of machines) members.push({ machine, client: await freePort(), peer: await freePort() });
  const initial = members.map(({ machine, peer }) => `${machine.name}=http://${machine.address}:${peer}`);
  for (const { machine, client, peer } of members) {
    const { name, address, dir, netns } = machine;
    const args = [
      ['--name', name],
      ['--data-dir', path.join(dir, 'etcd')],
      ['--listen-client-urls', `http://${address}:${client}`],
      ['--advertise-client-urls', `http://${address}:${client}`],
      ['--listen-peer-urls', `http://${address}:${peer}`],
      ['--initial-advertise-peer-urls', `http://${address}:${peer}`],
      ['--initial-cluster', initial.join(',')],
      ['--heartbeat-interval', String(heartbeatMs)],
      ['--election-timeout', String(electionMs)],
    ].flat();
    // Debian's etcd starts on arm64 only with this setting.
    const env = { ETCD_UNSUPPORTED_ARCH: 'arm64' };
    start(
      new Daemon({ name: `etcd-${name}`, program: program('etcd'), args, dir, env, ...(netns && { netns }) }),
    );
  }
  const clients = members.map(({ machine, client }) => `${machine.address}:${client}`);
  await until('etcd', async () => (await fetch(`http://${clients[0]}/health`)).ok);
  return clients;
}

async function startNode(machine: Machine, etcds: readonly string[], start: Start): Promise<Node> {
  const { name, address, dir, netns } = machine;
  const [restPort, postgresPort] = [await freePort(), await freePort()];
  const dataDir = path.join(dir, `data-${name}`);
  const config = {
    scope: 'chaos',
    name,
    restapi: { listen: `${address}:${restPort}`, connect_address: `${address}:${restPort}` },
    etcd3: { hosts: etcds },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: loopWait,
        retry_timeout: retryTimeout,
        // Otherwise a failover may lose acknowledged writes: a standby lags, and a new primary without one would answer.
        synchronous_mode: true,
        // With two nodes nothing could be written while one is dead.
        synchronous_mode_strict: etcds.length > 1,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 150, shared_buffers: '64MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { locale: 'C.UTF-8' }],
      pg_hba: ['local all all trust', 'host all all samenet md5', 'host replication all samenet md5'],
    },
    postgresql: {
      listen: `${address}:${postgresPort}`,
      connect_address: `${address}:${postgresPort}`,
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
  const daemon = new Daemon({
    name: `patroni-${name}`,
    program: program('patroni'),
    args: [file],
    dir,
    ...(netns && { netns }),
  });
  start(daemon);
  return { machine, restPort, postgresPort, dataDir, daemon };
}

async function startHaproxy(
  { name: hub, address, dir, netns }: Machine,
  nodes: readonly Node[],
  start: Start,
): Promise<number> {
  const port = await freePort();
  const servers = nodes.map(
    ({ machine, postgresPort, restPort }) =>
      `  server ${machine.name} ${machine.address}:${postgresPort} maxconn 150 check port ${restPort}`,
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
  bind ${address}:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
  const file = await daemonFile(path.join(dir, `haproxy-${hub}.cfg`), config);
  const args = ['-db', '-f', file];
  start(
    new Daemon({ name: `haproxy-${hub}`, program: program('haproxy'), args, dir, ...(netns && { netns }) }),
  );
  return port;
}
