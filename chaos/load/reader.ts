import { setTimeout as sleep } from 'node:timers/promises';
import type { LogRead } from '../checker/log.ts';
import type { Callers, CallRequest } from './caller.ts';
import { type ChaosAgent, room } from './population.ts';

const limit = 50;
const wait_s = 4;
const pauseMs = 200;
const isTip = /^r\d+ tip \d+$/;

/** A list that is followed by position. */
interface FollowedList {
  readonly name: string;
  /** A long poll is answered from what its process has heard, which may not be the newest yet. */
  call(since: number, isLongPoll: boolean): CallRequest;
  read(page: string): LogRead['entries'];
}

const query = (since: number, isLongPoll: boolean) =>
  `since_id=${since}&limit=${limit}${isLongPoll ? `&wait=${wait_s}` : ''}`;

/** The room. */
export const roomList: FollowedList = {
  name: 'messages',
  call: (...place) => ({ method: 'GET', path: `/api/rooms/${room}/messages?${query(...place)}` }),
  read: (page) =>
    (JSON.parse(page) as { messages: { id: number; body: string }[] }).messages.map(({ id, body }) => ({
      position: id,
      mark: body,
    })),
};

/** The ledger; entries that are not of a round's tips are named by their position. */
export const ledgerList: FollowedList = {
  name: 'ledger',
  call: (since) => ({ method: 'GET', path: `/api/ledger?${query(since, false)}` }),
  read: (page) =>
    (JSON.parse(page) as { entries: { seq: number; memo: string | null }[] }).entries.map(
      ({ seq, memo }) => ({ position: seq, mark: memo !== null && isTip.test(memo) ? memo : `entry ${seq}` }),
    ),
};

/** What an agent is told of; a tip is named by its entry of the ledger. */
export const eventList = ({ name, key }: ChaosAgent): FollowedList => ({
  name: `events of ${name}`,
  call: (...place) => ({ method: 'GET', path: `/api/events?${query(...place)}`, key }),
  read: (page) =>
    (JSON.parse(page) as { events: { id: number; ref: string }[] }).events.map(({ id, ref }) => ({
      position: id,
      mark: ref.startsWith('ledger:') ? ref : `event ${id}`,
    })),
});

/** Follows a list with long polls, like an agent, at whichever process responds. */
export class Reader {
  readonly pages: LogRead[] = [];
  readonly list: FollowedList;
  readonly start: number;
  readonly #callers: Callers;
  readonly #running: Promise<void>;
  #since: number;
  #stopping = false;

  constructor(callers: Callers, list: FollowedList, since: number) {
    this.list = list;
    this.start = since;
    this.#callers = callers;
    this.#since = since;
    this.#running = this.#follow();
  }

  /** Reads everything once more, from the start of the round to its end. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await this.#running;
    this.#since = this.start;
    while (!(await this.#readPage(false)));
  }

  async #follow(): Promise<void> {
    while (!this.#stopping) {
      await this.#readPage(true);
      await sleep(pauseMs);
    }
  }

  /** Whether it was the last page. */
  async #readPage(isLongPoll: boolean): Promise<boolean> {
    const after = this.#since;
    const called = performance.now();
    const answer = await this.#callers.call(this.list.call(after, isLongPoll));
    if (!answer) return true;
    if (answer.status !== 200) return false;
    const entries = this.list.read(answer.text);
    const isEnd = entries.length < limit;
    const client = `reader of ${this.list.name}`;
    this.pages.push({
      ...{ client, called, answered: performance.now() },
      ...{ after, entries, isEnd: isEnd && !isLongPoll },
    });
    this.#since = entries.at(-1)?.position ?? after;
    return isEnd;
  }
}
