import { batchedRead } from '../../platform/db/batched-read.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { Later } from '../../platform/http/later.ts';
import { type KeyLookup, onKeyChange } from '../identity/key-lookup.ts';
import { readerKey, readersByKey } from './membership.ts';
import { isChange } from './message-changes.ts';
import { newestIn, roomTopic } from './messages.ts';
import type { Page } from './page.ts';
import type { ReadMarks } from './read-marks.ts';
import { Feed, type FeedParts } from './room-feed.ts';

const maxWaiters = 20_000;
/** One timer for everybody who waits: an empty answer comes at most this much late. */
const tickMs = 100;
/** News of another process can be lost with it; rooms that are followed are looked at this often, all in one query. */
const ticksALook = 20;
/** Between two calls of a reader nobody may be waiting; what a room remembers outlives that. */
const idleTicks = 50;
const roomsALook = 1_000;

interface Opened {
  readonly feed: Feed;
  readonly unsubscribe: () => void;
  /** Ticks since somebody followed it. */
  idle: number;
}

interface Follower {
  readonly agentId: number | undefined;
  /** Of the key it follows with, as hex. */
  readonly keyHash: string | undefined;
  readonly since: number;
  readonly limit: number;
  readonly waitMs: number;
}

/** The rooms that are followed in this process. No reader has a timer or a query of its own. */
export class RoomFeeds {
  readonly #read: Reader;
  readonly #bus: EventBus;
  readonly #parts: FeedParts;
  readonly #isReader: (key: string) => Promise<true | undefined>;
  readonly #feeds = new Map<string, Opened>();
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #closed = false;

  constructor(parts: {
    read: Reader;
    bus: EventBus;
    onError: (error: unknown) => void;
    readMarks: ReadMarks;
    keys: Pick<KeyLookup, 'validAmong'>;
  }) {
    this.#read = parts.read;
    this.#bus = parts.bus;
    this.#parts = {
      read: parts.read,
      onError: parts.onError,
      saw: (agentId, room, upTo) => parts.readMarks.saw(agentId, room, upTo),
      validKeys: (hashes) => parts.keys.validAmong(hashes),
      tally: { waiting: 0 },
    };
    this.#isReader = batchedRead((keys: string[]) => readersByKey(parts.read, keys));
    parts.bus.onGap(() => {
      // Whether a key ended meanwhile is not known: those who wait come again and show theirs.
      for (const { feed } of this.#feeds.values()) feed.dropKeys(() => true);
      this.#lookAtAll();
    });
    onKeyChange(parts.bus, (hash) => {
      for (const { feed } of this.#feeds.values()) feed.dropKeys((each) => each === hash);
    });
  }

  /** Readers who wait in this process. */
  get waiters(): number {
    return this.#parts.tally.waiting;
  }

  /**
   * What follows a message, at once or when it is said; empty when nobody speaks in time. Undefined where the database has
   * the answer: the reader is too far behind, may not read here, or too many wait already.
   */
  async follow(name: string, follower: Follower): Promise<Page | Later | undefined> {
    const opened = await this.#feedFor(name, follower.agentId);
    if (!opened) return undefined;
    const { feed } = opened;
    // Read only once news of other processes arrive, so that none falls between the reading and the wait.
    await this.#bus.listening(roomTopic(feed.room));
    await feed.open();
    opened.idle = 0;
    const { agentId, keyHash, since, limit, waitMs } = follower;
    let found = feed.after(since, limit);
    if (found !== 'wait') {
      // Who has just spoken here finds the own words in the next page.
      await feed.settle();
      found = feed.after(since, limit);
    }
    if (found !== 'wait') {
      if (found) this.#parts.saw(agentId, feed.room, found.upTo);
      return found;
    }
    if (this.#parts.tally.waiting >= maxWaiters) return undefined;
    const until = performance.now() + waitMs;
    return new Later((waiting) => feed.keep(waiting, { since, limit, agentId, keyHash, until }));
  }

  /** Answers everybody who waits, with nothing: the server is going. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const { feed } of this.#feeds.values()) this.#end(feed.room, true);
  }

  /** The feed of a room that this agent may read: of a public one without asking anybody. */
  async #feedFor(name: string, agentId: number | undefined): Promise<Opened | undefined> {
    const key = name.toLowerCase();
    const known = this.#feeds.get(key) ?? (await this.#open(key));
    if (!known || this.#closed) return undefined;
    if (!known.feed.isPrivate) return known;
    if (agentId === undefined) return undefined;
    return (await this.#isReader(readerKey(key, agentId))) ? known : undefined;
  }

  async #open(name: string): Promise<Opened | undefined> {
    const room = await this.#read
      .selectFrom('room')
      .select('private')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!room || this.#closed) return undefined;
    const known = this.#feeds.get(name);
    if (known) return known;
    const feed = new Feed({ name, isPrivate: room.private }, this.#parts);
    const unsubscribe = this.#bus.subscribe(roomTopic(name), (news) => {
      if (isChange(news)) feed.forget();
      else void feed.look();
    });
    const opened: Opened = { feed, unsubscribe, idle: 0 };
    this.#feeds.set(name, opened);
    this.#timer ??= setInterval(() => this.#tick(), tickMs);
    return opened;
  }

  #tick(): void {
    const now = performance.now();
    for (const opened of this.#feeds.values()) {
      opened.feed.expire(now);
      opened.idle = opened.feed.waiters > 0 ? 0 : opened.idle + 1;
      if (opened.idle > idleTicks) this.#end(opened.feed.room, false);
    }
    if (++this.#ticks % ticksALook === 0) this.#lookAtAll();
    if (this.#feeds.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #end(room: string, last: boolean): void {
    const opened = this.#feeds.get(room);
    this.#feeds.delete(room);
    opened?.unsubscribe();
    opened?.feed.close(last);
  }

  #lookAtAll(): void {
    void this.#lookWhereNews().catch(this.#parts.onError);
  }

  async #lookWhereNews(): Promise<void> {
    const names = [...this.#feeds.keys()];
    for (let from = 0; from < names.length; from += roomsALook) {
      const rooms = await newestIn(this.#read, names.slice(from, from + roomsALook));
      for (const { name, isPrivate, newestId } of rooms) {
        const feed = this.#feeds.get(name)?.feed;
        if (feed && newestId > feed.lastId) void feed.look();
        // Whoever followed it as a public one must be asked for a key.
        if (feed && feed.isPrivate !== isPrivate) this.#end(name, false);
      }
    }
  }
}
