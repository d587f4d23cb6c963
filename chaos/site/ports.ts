import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that the system assigns none of these to another program. */
const [first, end] = [15_000, 32_000];
const attempts = 50;

/** A free loopback TCP port. It is fixed, so that a restarted process keeps its address. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(first, end);
    if (await isFree(port)) return port;
  }
  throw new Error(`${attempts} ports between ${first} and ${end} are taken`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
