import path from 'node:path';
import { Daemon, daemonDir } from './daemon.ts';
import type { Machine } from './patroni.ts';
import { freePort } from './ports.ts';
import { program } from './programs.ts';

export interface NatsBroker {
  readonly url: string;
  readonly daemon: Daemon;
}

export async function startNatsBroker(parent: string): Promise<NatsBroker> {
  const dir = await daemonDir(path.join(parent, 'nats'));
  const port = await freePort();
  const args = ['--addr', '127.0.0.1', '--port', String(port)];
  const daemon = new Daemon({ name: 'nats-server', program: program('nats-server'), args, dir });
  daemon.start();
  return { url: `nats://127.0.0.1:${port}`, daemon };
}

/** One server on each machine, all connected; returns the address of each. */
export async function startNatsCluster(
  machines: readonly Machine[],
  start: (daemon: Daemon) => void,
): Promise<string[]> {
  const [client, peer] = [await freePort(), await freePort()];
  for (const { name, address, dir, netns } of machines) {
    const routes = machines.filter((other) => other.name !== name);
    const args = [
      ['--addr', address],
      ['--port', String(client)],
      ['--cluster_name', 'chaos'],
      ['--cluster', `nats://${address}:${peer}`],
      ['--routes', routes.map((other) => `nats://${other.address}:${peer}`).join(',')],
    ].flat();
    start(
      new Daemon({
        name: `nats-${name}`,
        program: program('nats-server'),
        args,
        dir,
        ...(netns && { netns }),
      }),
    );
  }
  return machines.map(({ address }) => `${address}:${client}`);
}
