import type { ServerResponse } from 'node:http';

/** Aborts when the client leaves before the response is complete, also if it has left already. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // 'close' is emitted once: a listener added after it would wait forever.
  if (response.closed || response.destroyed || response.socket?.destroyed) controller.abort();
  // On the response, not the socket: a kept-alive socket would collect one listener per request.
  else response.once('close', () => controller.abort());
  return controller.signal;
}
