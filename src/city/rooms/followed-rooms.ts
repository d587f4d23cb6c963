import { batchedRead } from '../../platform/db/batched-read.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { DelayedResponse } from '../../platform/http/delayed-response.ts';
import { type KeyLookup, onKeyChange } from '../identity/key-lookup.ts';
import { type FollowDependencies, FollowedRoom, type SerializedPage } from './followed-room.ts';
import { readerKey, readersByKey, roomKey } from './membership.ts';
import { isChange, newestMessageIds, roomTopic } from './messages.ts';
import type { ReadMarks } from './read-marks.ts';

const maxWaiters = 20_000;
/** One timer for all waiters: an empty response is at most this much late. */
const tickMs = 100;
/** Bus messages can be lost with their process, so followed rooms are polled this often, all in one query. */
const ticksPerPoll = 20;
/** How long a room outlives its last waiter: a reader is not waiting between two of its calls. */
const idleTicks = 50;
const roomsPerQuery = 1_000;

interface OpenRoom {
  readonly room: FollowedRoom;
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
export class FollowedRooms {
  readonly #read: Reader;
  readonly #bus: EventBus;
  readonly #deps: FollowDependencies;
  readonly #isReader: (key: string) => Promise<true | undefined>;
  readonly #rooms = new Map<string, OpenRoom>();
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
      for (const { room } of this.#rooms.values()) room.dropKeys(() => true);
      this.#pollAll();
    });
    onKeyChange(deps.bus, (hash) => {
      for (const { room } of this.#rooms.values()) room.dropKeys((each) => each === hash);
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
    const opened = await this.#roomFor(name, follower.agentId);
    if (!opened) return undefined;
    const { room } = opened;
    // Read only after the subscription is active, so that no message falls between the read and the wait.
    await this.#bus.whenListening(roomTopic(room.name));
    await room.open();
    opened.idle = 0;
    const { agentId, keyHash, since, limit, waitMs } = follower;
    let found = room.after(since, limit);
    if (found !== 'wait') {
      // A caller must see its own message at once.
      await room.settle();
      found = room.after(since, limit);
    }
    if (found !== 'wait') {
      if (found) this.#deps.onRead(agentId, room.name, found.upTo);
      return found;
    }
    if (this.#deps.tally.waiting >= maxWaiters) return undefined;
    const until = performance.now() + waitMs;
    return new DelayedResponse((waiting) => room.keep(waiting, { since, limit, agentId, keyHash, until }));
  }

  /** Whether the room had this position a moment ago, without asking the database. */
  hasReached(name: string, since: number): boolean {
    const known = this.#rooms.get(roomKey(name))?.room;
    return known !== undefined && since <= known.lastId && since >= known.fromId;
  }

  /** Sends all waiters an empty response because the server is shutting down. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const { room } of this.#rooms.values()) this.#end(room.name, true);
  }

  /** A room, if this agent may read it; public rooms need no query. */
  async #roomFor(name: string, agentId: number | undefined): Promise<OpenRoom | undefined> {
    const key = roomKey(name);
    const known = this.#rooms.get(key) ?? (await this.#open(key));
    if (!known || this.#closed) return undefined;
    if (!known.room.isPrivate) return known;
    if (agentId === undefined) return undefined;
    return (await this.#isReader(readerKey(key, agentId))) ? known : undefined;
  }

  async #open(name: string): Promise<OpenRoom | undefined> {
    const row = await this.#read
      .selectFrom('room')
      .select('private')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!row || this.#closed) return undefined;
    const known = this.#rooms.get(name);
    if (known) return known;
    const room = new FollowedRoom({ name, isPrivate: row.private }, this.#deps);
    const unsubscribe = this.#bus.subscribe(roomTopic(name), (event) => {
      if (isChange(event)) room.clearCache();
      else void room.readNew();
    });
    const opened: OpenRoom = { room, unsubscribe, idle: 0 };
    this.#rooms.set(name, opened);
    this.#timer ??= setInterval(() => this.#tick(), tickMs);
    return opened;
  }

  #tick(): void {
    const now = performance.now();
    for (const opened of this.#rooms.values()) {
      opened.room.expire(now);
      opened.idle = opened.room.waiters > 0 ? 0 : opened.idle + 1;
      if (opened.idle > idleTicks) this.#end(opened.room.name, false);
    }
    if (++this.#ticks % ticksPerPoll === 0) this.#pollAll();
    if (this.#rooms.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #end(name: string, last: boolean): void {
    const opened = this.#rooms.get(name);
    this.#rooms.delete(name);
    opened?.unsubscribe();
    opened?.room.close(last);
  }

  #pollAll(): void {
    void this.#pollRooms().catch(this.#deps.onError);
  }

  async #pollRooms(): Promise<void> {
    const names = [...this.#rooms.keys()];
    for (let from = 0; from < names.length; from += roomsPerQuery) {
      const found = await newestMessageIds(this.#read, names.slice(from, from + roomsPerQuery));
      for (const { name, isPrivate, newestId } of found) {
        const room = this.#rooms.get(name)?.room;
        if (room && newestId > room.lastId) void room.readNew();
        // A public room that became private must authenticate its followers.
        if (room && room.isPrivate !== isPrivate) this.#end(name, false);
      }
    }
  }
}
