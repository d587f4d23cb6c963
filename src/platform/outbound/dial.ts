import { connect, isIP, type Socket } from 'node:net';
import { codeOf, OutboundError } from './error.ts';

/** RFC 8305: delay before the next address is tried in parallel. */
const STAGGER_MS = 250;

export interface Dialled {
  readonly socket: Socket;
  readonly address: string;
}

/** The last line of defence: a socket here never resolves a name. */
function neverLookup(): never {
  throw new Error('A dialled address must not be resolved again.');
}

/** Connects to the first of the checked addresses that responds, starting them one after another. */
export function dial(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Dialled> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Dialled>();
  const pending = new Set<Socket>();
  const untried = [...addresses];
  let stagger: NodeJS.Timeout | undefined;

  const settle = () => {
    clearTimeout(stagger);
    signal.removeEventListener('abort', onAbort);
    untried.length = 0;
    for (const socket of pending) socket.destroy();
    pending.clear();
  };
  const onAbort = () => {
    settle();
    reject(signal.reason);
  };
  const attempt = () => {
    clearTimeout(stagger);
    const address = untried.shift();
    if (address === undefined) return;
    const socket = connect({
      host: address,
      family: isIP(address),
      port,
      autoSelectFamily: false,
      lookup: neverLookup,
      noDelay: true,
    });
    pending.add(socket);
    socket.once('connect', () => {
      pending.delete(socket);
      settle();
      resolve({ socket, address });
    });
    // Stays registered after connecting: a socket must never emit an error without a listener.
    socket.on('error', (error) => {
      if (!pending.delete(socket)) return;
      if (untried.length > 0) return attempt();
      if (pending.size > 0) return;
      settle();
      reject(
        new OutboundError('connect_failed', `The server could not be reached (${codeOf(error)}).`, error),
      );
    });
    if (untried.length > 0) stagger = setTimeout(attempt, STAGGER_MS);
  };

  signal.addEventListener('abort', onAbort, { once: true });
  attempt();
  return promise;
}
