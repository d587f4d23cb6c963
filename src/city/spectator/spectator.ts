import type { WebSocket } from 'ws';
import { type Filter, type Frame, wants } from './record.ts';

/** What may wait for a reader in our memory before it is sent nothing more. */
const maxBufferedBytes = 1_048_576;
/** How long a reader may take for what waits for it. */
const maxDrainMs = 5_000;
/** How long the goodbye may take to arrive before the line is cut. */
const farewellMs = 5_000;
/** Frames that a client may send between two beats; all are ignored. */
const maxInboundFrames = 100;

const tooSlow = 1013;
const notForTalking = 1008;
const ourFault = 1011;

/** What a spectator asked for. */
export interface Wish {
  readonly network: string;
  readonly filter: Filter;
  /** Everything up to here is known to the reader; undefined: only what is new. */
  readonly since: number | undefined;
}

/** One who watches. */
export class Spectator {
  readonly wish: Wish;
  readonly #socket: WebSocket;
  #leaving: NodeJS.Timeout | undefined;
  #alive = true;
  #inbound = 0;
  /** Frames that the network has not taken yet. */
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

  /** False when the reader has not taken enough of what it was sent before: then nothing more is kept for it. */
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

  /** Comes back when the reader has taken everything; one who does not is shown out. */
  async drained(): Promise<void> {
    if (this.#unsent === 0) return;
    const timer = setTimeout(() => this.leaveSlow(), maxDrainMs);
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    clearTimeout(timer);
  }

  /** Called in a steady rhythm: whoever did not answer the last beat is gone without a word. */
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
