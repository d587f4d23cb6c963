import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { TestDatabase } from './database.ts';

/**
 * A relay for the event connection of a process to PostgreSQL (`KITH_DIRECT_URL`), controlled by the test.
 */
export interface EventRelay {
  readonly url: string;
  /** Holds back what the process sends from the first statement with these words on; resolves once it came. */
  hold(words: string): Promise<void>;
  /** Delivers what was held back. */
  release(): void;
  /** Closes open connections and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
}

export async function openEventRelay(
  database: TestDatabase,
  test: { after(clean: () => unknown): void },
): Promise<EventRelay> {
  const open = new Set<Socket>();
  let [isHeld, isCut] = [false, false];
  let held: (() => void)[] = [];
  let awaited: { readonly words: string; readonly resolve: () => void } | undefined;
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
      // What comes before it passes: a statement is sent only after the one before was answered.
      if (awaited && chunk.includes(awaited.words)) {
        isHeld = true;
        awaited.resolve();
        awaited = undefined;
      }
      if (!isHeld) return void outer.write(chunk);
      held.push(() => outer.write(chunk));
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
    hold: (words) =>
      new Promise((resolve) => {
        awaited = { words, resolve };
      }),
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
