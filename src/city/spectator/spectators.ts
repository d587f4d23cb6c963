import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { OnReplica, Reader } from '../../platform/db/database.ts';
import { currentEpoch } from '../../platform/db/positions.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Filter, findStart, matchesFilter, readPublicEvents, type StreamFrame } from './event-record.ts';
import { Tail } from './tail.ts';

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
interface SpectatorRequest {
  readonly network: string;
  readonly filter: Filter;
  /** Seq that the client already has; undefined for new events only. */
  readonly since: number | undefined;
  /** The epoch that it was in, if it says so. */
  readonly epoch: string | undefined;
}

/** One connected spectator. */
class Spectator {
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

const maxSpectators = 5_000;
const maxPerNetwork = 100;
const beatMs = 30_000;
const pageSize = 100;
/** A client that does not catch up within this time never will. */
const catchUpMs = 30_000;

interface Dependencies {
  readonly read: Reader;
  readonly onReplica: OnReplica;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * All spectators of this process. Each event is read and serialised once and sent to all; a client that is
 * behind reads the record separately until it has caught up. Without spectators nothing is read.
 */
export class Spectators {
  readonly #deps: Dependencies;
  readonly #all = new Set<Spectator>();
  readonly #networks = new Map<string, number>();
  /** Spectators that have caught up, each with the last seq it was sent. */
  readonly #live = new Map<Spectator, number>();
  #tail: Promise<Tail> | undefined;
  #beats: NodeJS.Timeout | undefined;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Refuses a spectator beyond the limits; call it before the WebSocket upgrade. */
  assertCapacity(network: string): void {
    if (this.#all.size >= maxSpectators) {
      throw new Refusal(
        errors.overloaded,
        'too many open streams on this server',
        'Retry in a minute.',
        retryLater,
      );
    }
    if ((this.#networks.get(network) ?? 0) >= maxPerNetwork) {
      throw new Refusal(
        errors.overLimit,
        `over the limit of ${maxPerNetwork} open streams from one network`,
        'Close one of them, or share one stream among your clients.',
        retryLater,
      );
    }
  }

  add(socket: WebSocket, request: SpectatorRequest): void {
    const spectator = new Spectator(socket, request);
    this.#all.add(spectator);
    this.#networks.set(request.network, (this.#networks.get(request.network) ?? 0) + 1);
    this.#beats ??= setInterval(() => {
      for (const each of this.#all) each.ping();
    }, beatMs);
    spectator.onClose(() => this.#remove(spectator));
    this.#failOnError(spectator, this.#start(spectator));
  }

  /** Stops reading in the background; the server that opened the sockets closes them. */
  async close(): Promise<void> {
    clearInterval(this.#beats);
    this.#beats = undefined;
    const tail = this.#tail;
    this.#tail = undefined;
    await (await tail?.catch(() => undefined))?.stop();
  }

  #remove(spectator: Spectator): void {
    this.#all.delete(spectator);
    this.#live.delete(spectator);
    const { network } = spectator.request;
    const left = (this.#networks.get(network) ?? 1) - 1;
    if (left > 0) this.#networks.set(network, left);
    else this.#networks.delete(network);
    if (this.#all.size === 0) void this.close().catch(this.#deps.onError);
  }

  #failOnError(spectator: Spectator, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#deps.onError(error);
      spectator.fail();
    });
  }

  async #start(spectator: Spectator): Promise<void> {
    const { read, clock } = this.#deps;
    const { since, filter } = spectator.request;
    const tail = await this.#openTail();
    const epoch = await currentEpoch(read);
    const { from, cut, reset } =
      since === undefined
        ? { from: tail.seq, cut: false, reset: false }
        : await findStart(read, since, spectator.request.epoch, filter);
    spectator.greet({
      type: 'hello',
      at: clock.now().toISOString(),
      id: String(from),
      types: filter.types ? [...filter.types] : null,
      room: filter.room ?? null,
      cut,
      epoch,
      ...(reset && { reset }),
    });
    await this.#catchUp(spectator, tail, from);
  }

  /** Reads the record for one client, at its own pace, until it has caught up with the tail. */
  async #catchUp(spectator: Spectator, tail: Tail, from: number): Promise<void> {
    const end = performance.now() + catchUpMs;
    let at = from;
    for (;;) {
      await spectator.waitForDrain();
      if (performance.now() > end) spectator.closeSlow();
      if (!spectator.isOpen) return;
      // No await between reading the tail and becoming live, so that no frame is lost or repeated.
      const recent = tail.after(at);
      if (recent) {
        const reached = offerAll(spectator, recent, at);
        if (reached === (recent.at(-1)?.seq ?? reached)) {
          this.#live.set(spectator, reached);
          return;
        }
        at = reached;
        continue;
      }
      const page = await readPublicEvents(this.#deps.read, at, pageSize, spectator.request.filter);
      for (const frame of page.frames) spectator.send(frame.bytes);
      at = page.end;
    }
  }

  #openTail(): Promise<Tail> {
    if (!this.#tail) {
      const opening = Tail.open(this.#deps, (frames, tail) => this.#broadcast(frames, tail));
      this.#tail = opening;
      opening.catch(() => {
        if (this.#tail === opening) this.#tail = undefined;
      });
    }
    return this.#tail;
  }

  #broadcast(frames: readonly StreamFrame[], tail: Tail): void {
    const last = frames.at(-1)?.seq ?? 0;
    for (const [spectator, read] of this.#live) {
      const reached = offerAll(spectator, frames, read);
      if (last > reached) {
        // Its buffer is full: it reads separately until it has caught up again.
        this.#live.delete(spectator);
        this.#failOnError(spectator, this.#catchUp(spectator, tail, reached));
      } else this.#live.set(spectator, reached);
    }
  }
}

/** Sends frames that the spectator has not seen. Returns the last seq sent. */
function offerAll(spectator: Spectator, frames: readonly StreamFrame[], read: number): number {
  let at = read;
  for (const frame of frames) {
    if (frame.seq <= at) continue;
    if (!spectator.offer(frame)) break;
    at = frame.seq;
  }
  return at;
}

const retryLater = { 'retry-after': '60' };
