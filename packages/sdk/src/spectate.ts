import type { PublicEvent } from './generated/city.ts';
import type { KithError } from './kith-error.ts';
import { sleep } from './pause.ts';

export interface SpectateOptions {
  readonly types?: readonly Exclude<PublicEvent['type'], 'hello'>[];
  /** Only events of this public room. */
  readonly room?: string;
  /** The id of the last received event; events after it come first. */
  readonly since?: string;
  readonly signal?: AbortSignal;
}

interface SpectateConnection {
  /** URL of the city. */
  readonly url: string;
  readonly WebSocket: typeof WebSocket | undefined;
  /** The call that returns why a connection is refused, because a WebSocket does not. */
  readonly ask: (target: string, signal: AbortSignal | undefined) => Promise<KithError | undefined>;
}

/** Maximum buffered frames; beyond it the connection is closed, and resumed where the reader is. */
const maxBuffered = 1_000;
const [firstPauseMs, longestPauseMs] = [500, 30_000];

/**
 * Public events of the city, live. A lost connection is resumed after the last event, without a gap; if the city could
 * not send everything in between, a `hello` with `cut: true` marks the gap.
 */
export async function* spectate(
  connection: SpectateConnection,
  options: SpectateOptions,
): AsyncGenerator<PublicEvent, void, void> {
  if (!connection.WebSocket) {
    throw new TypeError(
      'this platform has no WebSocket: pass one in the options of City, for example from "ws"',
    );
  }
  const { signal } = options;
  let since = options.since;
  let pause = firstPauseMs;
  for (;;) {
    signal?.throwIfAborted();
    const target = `/ws${buildQuery({ ...options, ...(since !== undefined && { since }) })}`;
    const line = new StreamConnection(
      new connection.WebSocket(connection.url.replace(/^http/, 'ws') + target),
      signal,
    );
    try {
      for await (const event of line) {
        since = event.id;
        pause = firstPauseMs;
        if (event.type !== 'hello' || event.cut === true) yield event;
      }
    } finally {
      line.close();
    }
    signal?.throwIfAborted();
    if (!line.wasOpen) {
      const refused = await connection.ask(target, signal);
      if (refused) throw refused;
    }
    await sleep(pause, signal);
    pause = Math.min(pause * 2, longestPauseMs);
  }
}

function buildQuery({ types, room, since }: SpectateOptions): string {
  const query = new URLSearchParams();
  if (types?.length) query.set('types', types.join(','));
  if (room !== undefined) query.set('room', room);
  if (since !== undefined) query.set('since', since);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** One connection as an iterable that ends when it closes. */
class StreamConnection implements AsyncIterable<PublicEvent> {
  wasOpen = false;
  readonly #socket: WebSocket;
  readonly #waiting: PublicEvent[] = [];
  #ended = false;
  #wake = () => {};

  constructor(socket: WebSocket, signal: AbortSignal | undefined) {
    this.#socket = socket;
    socket.onopen = () => {
      this.wasOpen = true;
    };
    socket.onmessage = ({ data }: MessageEvent) => {
      if (this.#ended) return;
      this.#waiting.push(JSON.parse(String(data)) as PublicEvent);
      if (this.#waiting.length >= maxBuffered) this.close();
      this.#wake();
    };
    const end = () => {
      this.#ended = true;
      this.#wake();
    };
    socket.onclose = end;
    socket.onerror = end;
    signal?.addEventListener('abort', () => this.close(), { once: true });
  }

  close(): void {
    this.#ended = true;
    this.#socket.close();
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PublicEvent, void, void> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) yield next;
      else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
