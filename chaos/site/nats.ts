import path from 'node:path';
import { Daemon, daemonDir } from './daemon.ts';
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
