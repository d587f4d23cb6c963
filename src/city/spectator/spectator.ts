import type { WebSocket } from 'ws';
import type { Position } from './position.ts';
import { type Filter, type Frame, wants } from './record.ts';

/** What may wait for a reader in our memory. */
const maxBufferedBytes = 1_048_576;
/** How long a reader may take for one page of what it missed. */
const maxPageMs = 10_000;
/** How long the goodbye may take to arrive before the line is cut. */
const farewellMs = 5_000;
/** Frames that a client may send between two beats; all are ignored. */
const maxInboundFrames = 100;

const tooSlow = 1013;
const notForTalking = 1008;
const ourFault = 1011;

/** One who watches. */
export class Spectator {
  readonly network: string;
  readonly filter: Filter;
  readonly since: Position | undefined;
  readonly #socket: WebSocket;
  #leaving: NodeJS.Timeout | undefined;
  #alive = true;
  #inbound = 0;

  constructor(socket: WebSocket, wish: { network: string; filter: Filter; since: Position | undefined }) {
    this.network = wish.network;
    this.filter = wish.filter;
    this.since = wish.since;
    this.#socket = socket;
    socket.on('pong', () => {
      this.#alive = true;
    });
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, () => this.#heard());
    socket.on('close', () => clearTimeout(this.#leaving));
  }

  get isHere(): boolean {
    return this.#socket.readyState === this.#socket.OPEN && this.#leaving === undefined;
  }

  onGone(then: () => void): void {
    this.#socket.once('close', then);
  }

  greet(hello: object): void {
    this.#socket.send(JSON.stringify(hello));
  }

  /** Live: what a reader does not take in time is not kept for it. */
  offer(frame: Frame): void {
    if (!this.isHere || !wants(this.filter, frame)) return;
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#leaveSlow();
    else this.#socket.send(frame.bytes, { binary: false });
  }

  /** A page of what it missed; comes back when the reader has taken it, or is gone. */
  async catchUp(frames: readonly Frame[]): Promise<void> {
    const last = frames.at(-1);
    if (!last || !this.isHere) return;
    for (const frame of frames.slice(0, -1)) this.#socket.send(frame.bytes, { binary: false });
    const timer = setTimeout(() => this.#leaveSlow(), maxPageMs);
    await new Promise((resolve) => this.#socket.send(last.bytes, { binary: false }, resolve));
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
    if (!this.isHere) return;
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#leaveSlow();
    else this.#socket.ping();
  }

  fail(): void {
    this.#leave(ourFault, 'something went wrong on our side; connect again with since=<last id>');
  }

  #leaveSlow(): void {
    this.#leave(tooSlow, 'you read too slowly; connect again with since=<last id>');
  }

  #heard(): void {
    if (++this.#inbound > maxInboundFrames) this.#leave(notForTalking, 'this stream is for listening');
  }

  #leave(code: number, reason: string): void {
    if (!this.isHere) return;
    this.#leaving = setTimeout(() => this.#socket.terminate(), farewellMs);
    this.#socket.close(code, reason);
  }
}
