import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { TestDatabase } from './database.ts';

/** The way to PostgreSQL of a process's event connection (`KITH_DIRECT_URL`), in the test's hands. */
export interface EventLine {
  readonly url: string;
  /** What the process sends from now on does not arrive; resolves once a statement with these words is held back. */
  hold(words: string): Promise<void>;
  /** What was held back arrives. */
  release(): void;
  /** Ends what is open, and refuses what is new until `mend`. */
  cut(): void;
  mend(): void;
}

export async function openEventLine(
  database: TestDatabase,
  test: { after(clean: () => unknown): void },
): Promise<EventLine> {
  const open = new Set<Socket>();
  let [isHeld, isCut] = [false, false];
  let held: (() => void)[] = [];
  let onHeld = (_chunk: Buffer) => {};
  const server = createServer((inner) => {
    if (isCut) return void inner.destroy();
    const outer = connect(path.join(database.host, `.s.PGSQL.${database.port}`));
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
    outer.on('data', (chunk) => void inner.write(chunk));
    inner.on('data', (chunk) => {
      if (!isHeld) return void outer.write(chunk);
      held.push(() => outer.write(chunk));
      onHeld(chunk);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  test.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${database.user}@127.0.0.1:${port}/${database.database}`,
    hold: (words) => {
      isHeld = true;
      return new Promise((resolve) => {
        onHeld = (chunk) => void (chunk.includes(words) && resolve());
      });
    },
    release: () => {
      isHeld = false;
      for (const write of held) write();
      held = [];
    },
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
  };
}
