import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from '../child.ts';
import { Tally, type Told } from './tally.ts';

/**
 * How messages follow each other. `calm`: each into a room where everybody waits, for the time it takes; `in turn`: the next
 * as soon as everybody has the last; `flood`: as fast as the server takes them.
 */
export type Pace = 'calm' | 'in turn' | 'flood';

export interface Gather {
  readonly does: 'gather';
  readonly readers: number;
  readonly host: string;
  readonly port: number;
  /** Keys of the readers, if any, and of the senders. */
  readonly keys?: readonly string[];
  readonly speakers?: readonly string[];
  readonly room: string;
  /** The XMPP server's domains for rooms and users. */
  readonly domain?: string;
}
export interface Say {
  readonly does: 'say';
  readonly messages: number;
  readonly bytes: number;
  readonly pace: Pace;
}
type Question = Gather | Say;

/** The readers of one room in a separate process, and the senders. */
export interface Crowd {
  readonly readers: number;
  /** Starts counting deliveries in this tally. */
  begin(tally: Tally): void;
  /** Sends the n-th message of this round; resolves when the server has accepted it. */
  speak(n: number, body: string): Promise<void>;
  /** How many messages may be in flight at once. */
  readonly speakers: number;
}

const calmMs = 1_500;

export function serveCrowd(gather: (question: Gather) => Promise<Crowd>): void {
  let crowd: Crowd | undefined;
  answerParent(async (question: Question) => {
    if (question.does === 'say') return tell(crowd!, question);
    crowd = await gather(question);
    return crowd.readers;
  });
}

async function tell(crowd: Crowd, { messages, bytes, pace }: Say): Promise<Told> {
  const tally = new Tally(crowd.readers, messages);
  crowd.begin(tally);
  let next = 0;
  const speak = async () => {
    const n = next++;
    tally.sent(n, performance.now());
    await crowd.speak(n, `message ${n} `.padEnd(bytes, 'x'));
  };
  if (pace === 'flood') {
    const speaker = async () => {
      while (next < messages) await speak();
    };
    await Promise.all(Array.from({ length: crowd.speakers }, speaker));
    await tally.everybodyHas(messages - 1);
    return tally.told();
  }
  while (next < messages) {
    if (pace === 'calm') await sleep(calmMs);
    await speak();
    await tally.everybodyHas(next - 1);
  }
  return tally.told();
}
