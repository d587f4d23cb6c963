import type { ServerResponse } from 'node:http';

/** One for all: a new one for every call that ends writes down a stack that nobody reads. */
const gone = new DOMException('The client is gone.', 'AbortError');

/** Aborts when the client leaves before the response is complete, also if it has left already. */
export function clientGone(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // 'close' is emitted once: a listener added after it would wait forever.
  if (response.closed || response.destroyed || response.socket?.destroyed) controller.abort(gone);
  // On the response, not the socket: a kept-alive socket would collect one listener per request.
  else response.once('close', () => controller.abort(gone));
  return controller.signal;
}
