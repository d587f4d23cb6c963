/** A frame of the stream, as `/ws` sends it. */
export interface StreamFrame {
  readonly type: string;
  readonly at: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

export type StreamState = 'connecting' | 'live' | 'away';

interface StreamOptions {
  readonly types?: readonly string[];
  readonly room?: string;
  readonly signal: AbortSignal;
  readonly onFrame: (frame: StreamFrame) => void;
  readonly onState?: (state: StreamState) => void;
  /** Called once, when the stream is live: events between reading the page and this moment are in no frame. */
  readonly onFirstLive?: () => void;
}

const firstPauseMs = 500;
const maxPauseMs = 15_000;

/**
 * Follows the event stream. After a lost connection it resumes after the last frame, so that nothing is
 * missed or repeated. Stops with its signal.
 */
export function followStream({ types, room, signal, onFrame, onState, onFirstLive }: StreamOptions): void {
  let last: string | undefined;
  let pauseMs = firstPauseMs;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    if (signal.aborted) return;
    onState?.('connecting');
    const url = new URL('/ws', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    if (types) url.searchParams.set('types', types.join(','));
    if (room) url.searchParams.set('room', room);
    if (last) url.searchParams.set('since', last);
    socket = new WebSocket(url);
    socket.onmessage = ({ data }) => {
      if (signal.aborted) return;
      const frame: StreamFrame = JSON.parse(String(data));
      const isFirst = last === undefined;
      last = frame.id;
      pauseMs = firstPauseMs;
      if (frame.type === 'hello') onState?.('live');
      else onFrame(frame);
      if (isFirst) onFirstLive?.();
    };
    socket.onclose = () => {
      if (signal.aborted) return;
      onState?.('away');
      timer = setTimeout(connect, pauseMs);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    };
  };
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    socket?.close();
  });
  connect();
}
