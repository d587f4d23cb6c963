import path from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/server.ts';
import { childrenOf, isAlive, postmasterOn } from './os-processes.ts';
import { Relay } from './relay.ts';

/** The PostgreSQL installed by npm, behind a relay, so that its network can fail too. */
export interface PostgresServer {
  readonly url: string;
  /** Without the relay, for the checks. */
  readonly direct: { host: string; port: number; user: string; database: string };
  readonly relay: Relay;
  /** `SIGKILL` is a crash, `SIGINT` a restart by its operator; its supervisor starts it again. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresServer(dataDir: string): Promise<PostgresServer> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, maxConnections: 120 });
  const { host, port, user, database } = server;
  const relay = new Relay({ path: path.join(host, `.s.PGSQL.${port}`) });
  const relayPort = await relay.listen();
  const postmaster = () => postmasterOn(path.join(dataDir, 'postgres'));
  const everyProcess = async () => {
    const pid = await postmaster();
    return [pid, ...childrenOf(pid)];
  };
  return {
    url: `postgresql://${user}@127.0.0.1:${relayPort}/${database}`,
    direct: { host, port, user, database },
    relay,
    end: async (signal) => {
      const pid = await postmaster();
      process.kill(pid, signal);
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    pause: async () => {
      for (const pid of await everyProcess()) signalIfAlive(pid, 'SIGSTOP');
    },
    resume: async () => {
      for (const pid of (await everyProcess()).reverse()) signalIfAlive(pid, 'SIGCONT');
    },
    stop: async () => {
      await relay.close();
      await server.stop();
    },
  };
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  if (isAlive(pid)) process.kill(pid, signal);
}
