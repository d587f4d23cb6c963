import type { ServerResponse } from 'node:http';

/** Shared: a new error for every aborted call would capture a stack that is never read. */
const disconnected = new DOMException('The client is gone.', 'AbortError');

/** Aborts when the client disconnects before the response is complete, or has already done so. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  // 'close' is emitted once: a listener added after it would wait forever.
  if (response.closed || response.destroyed || response.socket?.destroyed) controller.abort(disconnected);
  // On the response, not the socket: a kept-alive socket would accumulate one listener per request.
  else response.once('close', () => controller.abort(disconnected));
  return controller.signal;
}
