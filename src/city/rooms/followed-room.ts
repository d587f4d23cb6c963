import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader } from '../../platform/db/database.ts';
import { currentEpoch } from '../../platform/db/positions.ts';
import type { PendingResponse, PendingResponseHolder } from '../../platform/http/delayed-response.ts';
import { readersAmong } from './membership.ts';
import { type Message, newestMessageId, readMessages } from './messages.ts';

/** A serialised page of a room, built once for all callers that request the same one. */
export interface SerializedPage {
  readonly bytes: Buffer;
  /** Id of the last message in it, if any. */
  readonly upTo: number | undefined;
}

function serializePage(messages: readonly Message[], since: number, epoch: string): SerializedPage {
  const upTo = messages.at(-1)?.id;
  return { bytes: Buffer.from(JSON.stringify({ messages, next_since_id: upTo ?? since, epoch })), upTo };
}

/** What a followed room caches; a reader further behind queries the database. */
const cacheLimits = { messages: 200, characters: 262_144 };
/**
 * Pause after answering many readers. Messages posted meanwhile are delivered together, so that a large audience
 * sends fewer requests. Small rooms never pause.
 */
const pauseLimits = { perReaderMs: 0.1, atLeastMs: 10, atMostMs: 500 };
/** Readers are at few positions: the newest, and the previous one while it is being delivered. */
const maxPages = 32;

/** A waiter's position and deadline. */
interface WaitPosition {
  readonly since: number;
  readonly limit: number;
  readonly agentId: number | undefined;
  readonly keyHash: string | undefined;
  readonly until: number;
}

export interface FollowDependencies {
  readonly read: Reader;
  readonly onError: (error: unknown) => void;
  /** Called when a reader has received a room up to a message. */
  readonly onRead: (agentId: number | undefined, room: string, upTo: number | undefined) => void;
  /** Which of the given keys are still valid. */
  readonly validKeys: (hashes: readonly string[]) => Promise<Set<string>>;
  /** Number of waiters in all rooms together. */
  readonly tally: { waiting: number };
}

/**
 * New messages of one room, shared by all its followers in this process. Each message is read from the
 * database once and each response is serialised once per position. Ids of a room are assigned in commit
 * order, so reading "after the last id" misses nothing.
 */
export class FollowedRoom implements PendingResponseHolder {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly #deps: FollowDependencies;
  readonly #waiters = new Map<PendingResponse, WaitPosition>();
  #recent: Message[] = [];
  #characters = 0;
  /** Newest id read so far; undefined until the first read. */
  #lastId: number | undefined;
  /** Cached messages start after this id. */
  #from = 0;
  /** Serialised pages of the cached messages, keyed by position and limit. */
  readonly #pages = new Map<number, SerializedPage>();
  #reading: Promise<void> | undefined;
  #pausedUntil = 0;
  #readAgain = false;
  #closed = false;
  #epoch = '0';

  constructor(room: { name: string; isPrivate: boolean }, deps: FollowDependencies) {
    this.name = room.name;
    this.isPrivate = room.isPrivate;
    this.#deps = deps;
  }

  get waiters(): number {
    return this.#waiters.size;
  }

  get lastId(): number {
    return this.#lastId ?? 0;
  }

  /** Messages after this id are cached. */
  get fromId(): number {
    return this.#from;
  }

  /** Must complete before `after` can report that nothing is new. */
  async open(): Promise<void> {
    if (this.#lastId === undefined) await this.readNew();
  }

  /**
   * Messages after `since`: a page, `wait` if there are none yet, undefined if the database must be queried.
   */
  after(since: number, limit: number): SerializedPage | 'wait' | undefined {
    if (this.#closed || this.#lastId === undefined || since < this.#from) return undefined;
    if (since >= this.#lastId) return 'wait';
    return this.#page(since, limit);
  }

  /**
   * Resolves once messages committed before this call are visible: after the read in progress and the next
   * one.
   */
  async settle(): Promise<void> {
    for (let reads = 0; reads < 2 && this.#reading; reads++) await this.#reading;
  }

  keep(waiting: PendingResponse, position: WaitPosition): void {
    if (this.#closed) {
      waiting.send(serializePage([], position.since, this.#epoch).bytes, true);
      return;
    }
    this.#waiters.set(waiting, position);
    this.#deps.tally.waiting++;
    waiting.setHolder(this);
  }

  gone(waiting: PendingResponse): void {
    if (this.#waiters.delete(waiting)) this.#deps.tally.waiting--;
  }

  /** Sends an empty response to waiters whose key was revoked. */
  dropKeys(ended: (keyHash: string) => boolean): void {
    for (const [waiting, position] of this.#waiters) {
      if (position.keyHash === undefined || !ended(position.keyHash)) continue;
      this.gone(waiting);
      waiting.send(serializePage([], position.since, this.#epoch).bytes);
    }
  }

  /** Sends an empty response to waiters whose time is up. */
  expire(now: number): void {
    for (const [waiting, position] of this.#waiters) {
      if (position.until <= now) this.#answer(waiting, position, this.#empty(position.since));
    }
  }

  /** `last`: the server is shutting down and will close the connections. */
  close(last: boolean): void {
    this.#closed = true;
    for (const [waiting, { since }] of this.#waiters) {
      this.gone(waiting);
      waiting.send(serializePage([], since, this.#epoch).bytes, last);
    }
  }

  /** Clears the cache, which may contain the old text of a message that was edited or deleted. */
  clearCache(): void {
    this.#pages.clear();
    this.#recent = [];
    this.#characters = 0;
    this.#from = this.lastId;
  }

  /** Reads new messages, one read at a time; a notification during a read triggers another. */
  readNew(): Promise<void> {
    if (this.#reading) {
      this.#readAgain = true;
      return this.#reading;
    }
    this.#reading = this.#readAfterPause()
      .catch(this.#deps.onError)
      .finally(() => {
        this.#reading = undefined;
        if (!this.#readAgain || this.#closed) return;
        this.#readAgain = false;
        void this.readNew();
      });
    return this.#reading;
  }

  async #readAfterPause(): Promise<void> {
    const pauseMs = this.#pausedUntil - performance.now();
    if (pauseMs > 0) await sleep(pauseMs, undefined, { ref: false });
    // This read covers all notifications so far.
    this.#readAgain = false;
    if (!this.#closed) await this.#readNow();
  }

  async #readNow(): Promise<void> {
    const { read } = this.#deps;
    if (this.#lastId === undefined) {
      this.#epoch = await currentEpoch(read);
      this.#lastId = this.#from = await newestMessageId(read, this.name);
      return;
    }
    const found = await readMessages(read, this.name, { since: this.#lastId, limit: cacheLimits.messages });
    if (found.length === 0) return;
    await this.#dropUnauthorized();
    this.#addToCache(found);
    if (found.length === cacheLimits.messages) this.#readAgain = true;
    await this.#wake();
  }

  /** Ends the wait of agents that lost access to a private room, before they receive newer messages. */
  async #dropUnauthorized(): Promise<void> {
    if (!this.isPrivate) return;
    const waiters = [...this.#waiters];
    const ids = waiters.flatMap(([, { agentId }]) => agentId ?? []);
    const valid = await this.#deps.validKeys(waiters.flatMap(([, { keyHash }]) => keyHash ?? []));
    const readers = await readersAmong(this.#deps.read, this.name, ids);
    for (const [waiting, position] of waiters) {
      if (
        position.agentId !== undefined &&
        readers.has(position.agentId) &&
        valid.has(position.keyHash ?? '')
      )
        continue;
      if (this.#waiters.has(waiting)) this.#answer(waiting, position, this.#empty(position.since));
    }
  }

  #addToCache(found: Message[]): void {
    this.#pages.clear();
    this.#recent.push(...found);
    for (const { id, body } of found) {
      this.#lastId = id;
      this.#characters += body.length;
    }
    let excess = 0;
    for (const { id, body } of this.#recent) {
      const count = this.#recent.length - excess;
      if (count <= cacheLimits.messages && this.#characters <= cacheLimits.characters) break;
      this.#characters -= body.length;
      this.#from = id;
      excess++;
    }
    this.#recent.splice(0, excess);
  }

  async #wake(): Promise<void> {
    const outdated: [PendingResponse, WaitPosition][] = [];
    const pauseMs = Math.min(this.#waiters.size * pauseLimits.perReaderMs, pauseLimits.atMostMs);
    if (pauseMs >= pauseLimits.atLeastMs) this.#pausedUntil = performance.now() + pauseMs;
    for (const [waiting, position] of this.#waiters) {
      const page = this.after(position.since, position.limit);
      if (page === undefined) outdated.push([waiting, position]);
      else if (page !== 'wait') this.#answer(waiting, position, page);
    }
    for (const [waiting, { since, limit }] of outdated) {
      const messages = await readMessages(this.#deps.read, this.name, { since, limit });
      const position = this.#waiters.get(waiting);
      if (position) this.#answer(waiting, position, serializePage(messages, since, this.#epoch));
    }
  }

  #answer(waiting: PendingResponse, { agentId }: WaitPosition, page: SerializedPage): void {
    this.gone(waiting);
    waiting.send(page.bytes);
    this.#deps.onRead(agentId, this.name, page.upTo);
  }

  #empty(since: number): SerializedPage {
    return this.#page(since, 0);
  }

  #page(since: number, limit: number): SerializedPage {
    const key = since * 256 + limit;
    const known = this.#pages.get(key);
    if (known) return known;
    const start = limit === 0 ? this.#recent.length : this.#recent.findIndex(({ id }) => id > since);
    const page = serializePage(start < 0 ? [] : this.#recent.slice(start, start + limit), since, this.#epoch);
    if (this.#pages.size < maxPages) this.#pages.set(key, page);
    return page;
  }
}
