import { batchedRead } from '../../platform/db/batched-read.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { DelayedResponse } from '../../platform/http/delayed-response.ts';
import { type KeyLookup, onKeyChange } from '../identity/key-lookup.ts';
import { readerKey, readersByKey } from './membership.ts';
import { isChange } from './message-changes.ts';
import { newestMessageIds, roomTopic } from './messages.ts';
import type { SerializedPage } from './page.ts';
import type { ReadMarks } from './read-marks.ts';
import { type FeedDependencies, RoomFeed } from './room-feed.ts';

const maxWaiters = 20_000;
/** One timer for all waiters: an empty response is at most this much late. */
const tickMs = 100;
/** Bus messages can be lost with their process, so followed rooms are polled this often, all in one query. */
const ticksPerPoll = 20;
/** How long a feed outlives its last waiter: a reader is not waiting between two of its calls. */
const idleTicks = 50;
const roomsPerQuery = 1_000;

interface OpenFeed {
  readonly feed: RoomFeed;
  readonly unsubscribe: () => void;
  /** Ticks since it last had a waiter. */
  idle: number;
}

interface Follower {
  readonly agentId: number | undefined;
  /** Hash of the follower's key, as hex. */
  readonly keyHash: string | undefined;
  readonly since: number;
  readonly limit: number;
  readonly waitMs: number;
}

/** The rooms followed in this process. All readers share one timer and one query per room. */
export class RoomFeeds {
  readonly #read: Reader;
  readonly #bus: EventBus;
  readonly #deps: FeedDependencies;
  readonly #isReader: (key: string) => Promise<true | undefined>;
  readonly #feeds = new Map<string, OpenFeed>();
  #timer: NodeJS.Timeout | undefined;
  #ticks = 0;
  #closed = false;

  constructor(deps: {
    read: Reader;
    bus: EventBus;
    onError: (error: unknown) => void;
    readMarks: ReadMarks;
    keys: Pick<KeyLookup, 'validAmong'>;
  }) {
    this.#read = deps.read;
    this.#bus = deps.bus;
    this.#deps = {
      read: deps.read,
      onError: deps.onError,
      onRead: (agentId, room, upTo) => deps.readMarks.markRead(agentId, room, upTo),
      validKeys: (hashes) => deps.keys.validAmong(hashes),
      tally: { waiting: 0 },
    };
    this.#isReader = batchedRead((keys: string[]) => readersByKey(deps.read, keys));
    deps.bus.onGap(() => {
      // Key revocations may have been missed: waiting clients must come back and authenticate again.
      for (const { feed } of this.#feeds.values()) feed.dropKeys(() => true);
      this.#pollAll();
    });
    onKeyChange(deps.bus, (hash) => {
      for (const { feed } of this.#feeds.values()) feed.dropKeys((each) => each === hash);
    });
  }

  /** Number of waiting readers in this process. */
  get waiters(): number {
    return this.#deps.tally.waiting;
  }

  /**
   * Messages after `since`, at once or as soon as one is posted; empty after the wait. Undefined if the
   * caller must query the database: the reader is too far behind, may not read the room, or too many are
   * waiting.
   */
  async follow(name: string, follower: Follower): Promise<SerializedPage | DelayedResponse | undefined> {
    const opened = await this.#feedFor(name, follower.agentId);
    if (!opened) return undefined;
    const { feed } = opened;
    // Read only after the subscription is active, so that no message falls between the read and the wait.
    await this.#bus.whenListening(roomTopic(feed.room));
    await feed.open();
    opened.idle = 0;
    const { agentId, keyHash, since, limit, waitMs } = follower;
    let found = feed.after(since, limit);
    if (found !== 'wait') {
      // A caller must see its own message at once.
      await feed.settle();
      found = feed.after(since, limit);
    }
    if (found !== 'wait') {
      if (found) this.#deps.onRead(agentId, feed.room, found.upTo);
      return found;
    }
    if (this.#deps.tally.waiting >= maxWaiters) return undefined;
    const until = performance.now() + waitMs;
    return new DelayedResponse((waiting) => feed.keep(waiting, { since, limit, agentId, keyHash, until }));
  }

  /** Sends all waiters an empty response because the server is shutting down. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const { feed } of this.#feeds.values()) this.#end(feed.room, true);
  }

  /** The feed of a room, if this agent may read it; public rooms need no query. */
  async #feedFor(name: string, agentId: number | undefined): Promise<OpenFeed | undefined> {
    const key = name.toLowerCase();
    const known = this.#feeds.get(key) ?? (await this.#open(key));
    if (!known || this.#closed) return undefined;
    if (!known.feed.isPrivate) return known;
    if (agentId === undefined) return undefined;
    return (await this.#isReader(readerKey(key, agentId))) ? known : undefined;
  }

  async #open(name: string): Promise<OpenFeed | undefined> {
    const room = await this.#read
      .selectFrom('room')
      .select('private')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!room || this.#closed) return undefined;
    const known = this.#feeds.get(name);
    if (known) return known;
    const feed = new RoomFeed({ name, isPrivate: room.private }, this.#deps);
    const unsubscribe = this.#bus.subscribe(roomTopic(name), (event) => {
      if (isChange(event)) feed.clearCache();
      else void feed.readNew();
    });
    const opened: OpenFeed = { feed, unsubscribe, idle: 0 };
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
    if (++this.#ticks % ticksPerPoll === 0) this.#pollAll();
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

  #pollAll(): void {
    void this.#pollRooms().catch(this.#deps.onError);
  }

  async #pollRooms(): Promise<void> {
    const names = [...this.#feeds.keys()];
    for (let from = 0; from < names.length; from += roomsPerQuery) {
      const rooms = await newestMessageIds(this.#read, names.slice(from, from + roomsPerQuery));
      for (const { name, isPrivate, newestId } of rooms) {
        const feed = this.#feeds.get(name)?.feed;
        if (feed && newestId > feed.lastId) void feed.readNew();
        // A public room that became private must authenticate its followers.
        if (feed && feed.isPrivate !== isPrivate) this.#end(name, false);
      }
    }
  }
}
