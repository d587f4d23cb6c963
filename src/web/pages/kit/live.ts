import { useEffect } from 'preact/hooks';
import type { StreamFrame } from './page.ts';

export type StreamState = 'connecting' | 'live' | 'away';

interface StreamOptions {
  readonly types?: readonly string[] | undefined;
  readonly room?: string | undefined;
  readonly signal: AbortSignal;
  readonly onFrame: (frame: StreamFrame) => void;
  readonly onState?: (state: StreamState) => void;
  /** Called once, when the stream is live: events between reading the page and this moment are in no frame. */
  readonly onFirstLive?: () => void;
}

const firstPauseMs = 500;
const maxPauseMs = 15_000;

/**
 * Follows the event stream. After a lost connection it resumes after the last frame, so that nothing is missed or
 * repeated. Stops with its signal.
 */
function followStream({ types, room, signal, onFrame, onState, onFirstLive }: StreamOptions): void {
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

/** Runs while a component is shown, and is told by the signal when it is not. */
export function useWhileShown(run: (signal: AbortSignal) => void, inputs: readonly unknown[] = []): void {
  useEffect(() => {
    const shown = new AbortController();
    run(shown.signal);
    return () => shown.abort();
  }, inputs);
}

/** Follows the event stream while a component is shown. */
export function useStream(options: Omit<StreamOptions, 'signal'> | undefined): void {
  useWhileShown((signal) => {
    if (options) followStream({ ...options, signal });
  });
}

const retryMs = 3_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Repeats a long poll until the signal aborts. */
export async function pollUntil(signal: AbortSignal, poll: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await poll();
    } catch {
      await pause(retryMs);
    }
  }
}

/** Calls an action once for a burst of calls, and again after a while if it fails. */
export function settling(signal: AbortSignal, settleMs: number, action: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const after = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!signal.aborted) action().catch(() => after(retryMs));
    }, ms);
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => after(settleMs);
}
