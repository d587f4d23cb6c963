import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { cursorOf, isAfter, type Position } from './position.ts';
import { type Filter, type Frame, findStart, readEvents } from './record.ts';
import { Spectator } from './spectator.ts';
import { Tail } from './tail.ts';

const maxSpectators = 5_000;
const maxPerNetwork = 100;
const beatMs = 30_000;
const pageSize = 100;

interface Wish {
  readonly network: string;
  readonly filter: Filter;
  /** Everything up to here is known to the reader; undefined: only what is new. */
  readonly since: Position | undefined;
}

interface Parts {
  readonly read: Reader;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * Everyone who watches through this process. Each event is read and made into a frame once and sent to all; a reader
 * who was away reads the record alone until it meets the others. While nobody watches, nothing is read.
 */
export class Spectators {
  readonly #parts: Parts;
  readonly #all = new Set<Spectator>();
  readonly #networks = new Map<string, number>();
  /** Those who have caught up, with the place up to which they have read by themselves. */
  readonly #live = new Map<Spectator, Position>();
  #tail: Promise<Tail> | undefined;
  #beats: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Refuses whom there is no room for; to be asked before the socket is taken. */
  requireRoom(network: string): void {
    if (this.#all.size >= maxSpectators) {
      throw new Refusal(
        errors.overloaded,
        'too many watch through this server',
        'Retry in a minute.',
        retryLater,
      );
    }
    if ((this.#networks.get(network) ?? 0) >= maxPerNetwork) {
      throw new Refusal(
        errors.overLimit,
        `over the limit of ${maxPerNetwork} open streams from one network`,
        'Close one of them, and share one stream among those who watch.',
        retryLater,
      );
    }
  }

  take(socket: WebSocket, wish: Wish): void {
    const spectator = new Spectator(socket, wish);
    this.#all.add(spectator);
    this.#networks.set(wish.network, (this.#networks.get(wish.network) ?? 0) + 1);
    this.#beats ??= setInterval(() => {
      for (const each of this.#all) each.beat();
    }, beatMs);
    spectator.onGone(() => this.#leave(spectator));
    this.#begin(spectator).catch((error: unknown) => {
      this.#parts.onError(error);
      spectator.fail();
    });
  }

  /** Ends what reads in the background; the sockets are closed by the server that opened them. */
  async close(): Promise<void> {
    clearInterval(this.#beats);
    this.#beats = undefined;
    const tail = this.#tail;
    this.#tail = undefined;
    await (await tail?.catch(() => undefined))?.stop();
  }

  #leave(spectator: Spectator): void {
    this.#all.delete(spectator);
    this.#live.delete(spectator);
    const left = (this.#networks.get(spectator.network) ?? 1) - 1;
    if (left > 0) this.#networks.set(spectator.network, left);
    else this.#networks.delete(spectator.network);
    if (this.#all.size === 0) void this.close().catch(this.#parts.onError);
  }

  async #begin(spectator: Spectator): Promise<void> {
    const { read, clock } = this.#parts;
    const tail = await this.#openTail();
    const { from, cut } = spectator.since
      ? await findStart(read, spectator.since, spectator.filter)
      : { from: tail.position, cut: false };
    const { types, room } = spectator.filter;
    spectator.greet({
      type: 'hello',
      at: clock.now().toISOString(),
      id: cursorOf(from),
      types: types ? [...types] : null,
      room: room ?? null,
      cut,
    });
    let at = from;
    while (spectator.isHere) {
      // The seam: no turn of the loop lies between looking at what the tail remembers and being among the live.
      const recent = tail.after(at);
      if (recent) {
        for (const frame of recent) spectator.offer(frame);
        this.#live.set(spectator, isAfter(tail.position, at) ? tail.position : at);
        return;
      }
      const { frames, end } = await readEvents(read, at, pageSize, spectator.filter);
      await spectator.catchUp(frames);
      at = end;
    }
  }

  #openTail(): Promise<Tail> {
    if (!this.#tail) {
      const opening = Tail.open(this.#parts, (frames) => this.#show(frames));
      this.#tail = opening;
      opening.catch(() => {
        if (this.#tail === opening) this.#tail = undefined;
      });
    }
    return this.#tail;
  }

  #show(frames: readonly Frame[]): void {
    const [first] = frames;
    const last = frames.at(-1);
    if (!first || !last) return;
    for (const [spectator, read] of this.#live) {
      if (isAfter(first.position, read)) for (const frame of frames) spectator.offer(frame);
      else for (const frame of frames) if (isAfter(frame.position, read)) spectator.offer(frame);
      if (isAfter(last.position, read)) this.#live.set(spectator, last.position);
    }
  }
}

const retryLater = { 'retry-after': '60' };
