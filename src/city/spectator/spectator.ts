import type { WebSocket } from 'ws';
import { type Filter, type Frame, wants } from './record.ts';

/** Maximum bytes buffered for a client before it is sent nothing more. */
const maxBufferedBytes = 1_048_576;
/** Maximum time a client may take to drain its buffer. */
const maxDrainMs = 5_000;
/** Maximum time for the closing handshake before the socket is terminated. */
const farewellMs = 5_000;
/** Maximum frames that a client may send between two heartbeats; all are ignored. */
const maxInboundFrames = 100;

const tooSlow = 1013;
const notForTalking = 1008;
const ourFault = 1011;

/** What a spectator requested. */
export interface Wish {
  readonly network: string;
  readonly filter: Filter;
  /** Seq that the client already has; undefined for new events only. */
  readonly since: number | undefined;
}

/** One connected spectator. */
export class Spectator {
  readonly wish: Wish;
  readonly #socket: WebSocket;
  #leaving: NodeJS.Timeout | undefined;
  #alive = true;
  #inbound = 0;
  /** Frames not yet flushed to the network. */
  #unsent = 0;
  #onDrained = () => {};

  constructor(socket: WebSocket, wish: Wish) {
    this.wish = wish;
    this.#socket = socket;
    socket.on('pong', () => {
      this.#alive = true;
    });
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, () => this.#heard());
    socket.on('close', () => {
      clearTimeout(this.#leaving);
      this.#onDrained();
    });
  }

  get isHere(): boolean {
    return this.#socket.readyState === this.#socket.OPEN && this.#leaving === undefined;
  }

  onGone(then: () => void): void {
    this.#socket.once('close', then);
  }

  greet(hello: object): void {
    this.send(Buffer.from(JSON.stringify(hello)));
  }

  /** Returns false if the client's buffer is full; the frame is then not sent. */
  offer(frame: Frame): boolean {
    if (!wants(this.wish.filter, frame)) return true;
    if (this.#socket.bufferedAmount > maxBufferedBytes) return false;
    this.send(frame.bytes);
    return true;
  }

  send(bytes: Buffer): void {
    if (!this.isHere) return;
    this.#unsent++;
    this.#socket.send(bytes, { binary: false }, this.#taken);
  }

  /** Resolves when the buffer is empty; a client that is too slow is disconnected. */
  async drained(): Promise<void> {
    if (this.#unsent === 0) return;
    const timer = setTimeout(() => this.leaveSlow(), maxDrainMs);
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    clearTimeout(timer);
  }

  /** Heartbeat: a client that did not answer the previous ping is terminated. */
  beat(): void {
    if (!this.#alive) {
      this.#socket.terminate();
      return;
    }
    this.#alive = false;
    this.#inbound = 0;
    if (this.isHere) this.#socket.ping();
  }

  fail(): void {
    this.#leave(ourFault, 'something went wrong on our side; connect again with since=<last id>');
  }

  leaveSlow(): void {
    this.#leave(tooSlow, 'you read too slowly; connect again with since=<last id>');
  }

  readonly #taken = (): void => {
    if (--this.#unsent === 0) this.#onDrained();
  };

  #heard(): void {
    if (++this.#inbound > maxInboundFrames) this.#leave(notForTalking, 'this stream is for listening');
  }

  #leave(code: number, reason: string): void {
    if (!this.isHere) return;
    this.#leaving = setTimeout(() => this.#socket.terminate(), farewellMs);
    this.#socket.close(code, reason);
    this.#onDrained();
  }
}
