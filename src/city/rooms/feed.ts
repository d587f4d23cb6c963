import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { type Message, newestMessageId, readMessages, roomTopic } from './messages.ts';

/** What a room that somebody waits on remembers; a reader further behind asks the database. */
const remembered = 200;
const maxWaiters = 20_000;
/** News of another process can be lost with it; a room that is waited on looks for itself this often, once for all its waiters. */
const lookMs = 2_000;

interface Waiter {
  readonly since: number;
  wake(messages: Message[] | undefined): void;
}

/**
 * Wakes those who wait for a message. Waiters of one room share one feed: a message is read from the database once,
 * however many wait, and nobody polls. Ids of a room are given in the order of commits, so "after the last
 * one seen" misses nothing.
 */
export class RoomFeeds {
  readonly #read: Reader;
  readonly #bus: EventBus;
  readonly #onError: (error: unknown) => void;
  readonly #feeds = new Map<string, Feed>();
  #waiters = 0;
  #closed = false;

  constructor(parts: { read: Reader; bus: EventBus; onError: (error: unknown) => void }) {
    this.#read = parts.read;
    this.#bus = parts.bus;
    this.#onError = parts.onError;
  }

  get waiters(): number {
    return this.#waiters;
  }

  /**
   * What is new in a room after `since`, at once or within `waitMs`; empty when nobody spoke. Undefined when the reader is
   * too far behind for a feed, or feeds are full: the database has the answer.
   */
  async next(
    room: string,
    since: number,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Message[] | undefined> {
    if (this.#closed || this.#waiters >= maxWaiters) return undefined;
    const feed = this.#feedOf(room);
    this.#waiters++;
    try {
      return await feed.next(since, waitMs, signal);
    } finally {
      this.#waiters--;
      if (feed.isIdle && this.#feeds.get(room) === feed) {
        this.#feeds.delete(room);
        feed.close();
      }
    }
  }

  /** Answers everybody who waits, with nothing: the server is going. */
  close(): void {
    this.#closed = true;
    for (const feed of this.#feeds.values()) feed.close();
    this.#feeds.clear();
  }

  #feedOf(room: string): Feed {
    let feed = this.#feeds.get(room);
    if (!feed) {
      feed = new Feed(room, this.#read, this.#bus, this.#onError);
      this.#feeds.set(room, feed);
    }
    return feed;
  }
}

class Feed {
  readonly #room: string;
  readonly #read: Reader;
  readonly #onError: (error: unknown) => void;
  readonly #waiters = new Set<Waiter>();
  readonly #unsubscribe: (() => void)[];
  readonly #timer: NodeJS.Timeout;
  #recent: Message[] = [];
  /** Everything up to here was seen; undefined until the first look. */
  #lastId: number | undefined;
  /** What is remembered begins after this id. */
  #from = 0;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #users = 0;

  constructor(room: string, read: Reader, bus: EventBus, onError: (error: unknown) => void) {
    this.#room = room;
    this.#read = read;
    this.#onError = onError;
    this.#unsubscribe = [bus.subscribe(roomTopic(room), () => this.#look()), bus.onGap(() => this.#look())];
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  get isIdle(): boolean {
    return this.#users === 0;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const waiter of [...this.#waiters]) waiter.wake([]);
  }

  async next(since: number, waitMs: number, signal: AbortSignal): Promise<Message[] | undefined> {
    this.#users++;
    try {
      // The first waiter finds out where the room stands; only then is "nothing new" known.
      if (this.#lastId === undefined) await this.#look();
      if (since < this.#from || this.#lastId === undefined) return undefined;
      if (since < this.#lastId) return this.#after(since);
      return await this.#wait(since, waitMs, signal);
    } finally {
      this.#users--;
    }
  }

  #wait(since: number, waitMs: number, signal: AbortSignal): Promise<Message[] | undefined> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        since,
        wake: (messages) => {
          this.#waiters.delete(waiter);
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          resolve(messages);
        },
      };
      const onAbort = () => waiter.wake([]);
      const timer = setTimeout(() => waiter.wake([]), waitMs);
      signal.addEventListener('abort', onAbort);
      this.#waiters.add(waiter);
    });
  }

  #after(since: number): Message[] {
    return this.#recent.filter((message) => message.id > since);
  }

  /** One look at a time; news during a look make another one. */
  #look(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true;
      return this.#looking;
    }
    this.#looking = this.#lookNow()
      .catch(this.#onError)
      .finally(() => {
        this.#looking = undefined;
        if (this.#lookAgain) {
          this.#lookAgain = false;
          void this.#look();
        }
      });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    if (this.#lastId === undefined) {
      this.#lastId = this.#from = await newestMessageId(this.#read, this.#room);
      return;
    }
    const found = await readMessages(this.#read, this.#room, { since: this.#lastId, limit: remembered });
    if (found.length === 0) return;
    this.#recent.push(...found);
    this.#lastId = found.at(-1)!.id;
    const over = this.#recent.length - remembered;
    if (over > 0) this.#from = this.#recent.splice(0, over).at(-1)!.id;
    if (found.length === remembered) this.#lookAgain = true;
    this.#wake();
  }

  #wake(): void {
    // Waiters stand at few places; each place's answer is made once.
    const answers = new Map<number, Message[] | undefined>();
    for (const waiter of [...this.#waiters]) {
      if (!answers.has(waiter.since)) {
        answers.set(waiter.since, waiter.since < this.#from ? undefined : this.#after(waiter.since));
      }
      waiter.wake(answers.get(waiter.since));
    }
  }
}
