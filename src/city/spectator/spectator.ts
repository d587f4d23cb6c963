import type { WebSocket } from 'ws';
import { type Filter, matchesFilter, type StreamFrame } from './event-record.ts';

/** Maximum bytes buffered for a client before it is sent nothing more. */
const maxBufferedBytes = 1_048_576;
/** Maximum time a client may take to drain its buffer. */
const maxDrainMs = 5_000;
/** Maximum time for the closing handshake before the socket is terminated. */
const closeTimeoutMs = 5_000;
/** Maximum frames that a client may send between two heartbeats; all are ignored. */
const maxInboundFrames = 100;

const tooSlowClose = 1013;
const readOnlyClose = 1008;
const serverErrorClose = 1011;

/** What a spectator requested. */
export interface SpectatorRequest {
  readonly network: string;
  readonly filter: Filter;
  /** Seq that the client already has; undefined for new events only. */
  readonly since: number | undefined;
}

/** One connected spectator. */
export class Spectator {
  readonly request: SpectatorRequest;
  readonly #socket: WebSocket;
  #leaving: NodeJS.Timeout | undefined;
  #alive = true;
  #inbound = 0;
  /** Frames not yet flushed to the network. */
  #unsent = 0;
  #onDrained = () => {};

  constructor(socket: WebSocket, request: SpectatorRequest) {
    this.request = request;
    this.#socket = socket;
    socket.on('pong', () => {
      this.#alive = true;
    });
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, () => this.#countInbound());
    socket.on('close', () => {
      clearTimeout(this.#leaving);
      this.#onDrained();
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN && this.#leaving === undefined;
  }

  onClose(then: () => void): void {
    this.#socket.once('close', then);
  }

  greet(hello: object): void {
    this.send(Buffer.from(JSON.stringify(hello)));
  }

  /** Returns false if the client's buffer is full; the frame is then not sent. */
  offer(frame: StreamFrame): boolean {
    if (!matchesFilter(this.request.filter, frame)) return true;
    if (this.#socket.bufferedAmount > maxBufferedBytes) return false;
    this.send(frame.bytes);
    return true;
  }

  send(bytes: Buffer): void {
    if (!this.isOpen) return;
    this.#unsent++;
    this.#socket.send(bytes, { binary: false }, this.#onSent);
  }

  /** Resolves when the buffer is empty; a client that is too slow is disconnected. */
  async waitForDrain(): Promise<void> {
    if (this.#unsent === 0) return;
    const timer = setTimeout(() => this.closeSlow(), maxDrainMs);
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    clearTimeout(timer);
  }

  /** Heartbeat: a client that did not answer the previous ping is terminated. */
  ping(): void {
    if (!this.#alive) {
      this.#socket.terminate();
      return;
    }
    this.#alive = false;
    this.#inbound = 0;
    if (this.isOpen) this.#socket.ping();
  }

  fail(): void {
    this.#close(serverErrorClose, 'internal error; reconnect with since=<last id>');
  }

  closeSlow(): void {
    this.#close(tooSlowClose, 'the client reads too slowly; reconnect with since=<last id>');
  }

  readonly #onSent = (): void => {
    if (--this.#unsent === 0) this.#onDrained();
  };

  #countInbound(): void {
    if (++this.#inbound > maxInboundFrames) this.#close(readOnlyClose, 'this stream is read-only');
  }

  #close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#leaving = setTimeout(() => this.#socket.terminate(), closeTimeoutMs);
    this.#socket.close(code, reason);
    this.#onDrained();
  }
}
