import { setTimeout as sleep } from 'node:timers/promises';
import { handleRequests } from '../child.ts';
import { type Delivery, Tally } from './tally.ts';

/**
 * How messages follow each other. `calm`: one by one into a room where everybody waits, for latency; `in turn`: the
 * next as soon as everybody has received the last; `flood`: as fast as the server accepts them.
 */
export type Pace = 'calm' | 'in turn' | 'flood';

export interface ConnectRequest {
  readonly kind: 'gather';
  readonly readers: number;
  readonly host: string;
  readonly port: number;
  /** Keys of the readers, if any, and of the senders. */
  readonly keys?: readonly string[];
  readonly senders?: readonly string[];
  readonly room: string;
  /** The XMPP server's domains for rooms and users. */
  readonly domain?: string;
}
export interface SendRequest {
  readonly kind: 'say';
  readonly messages: number;
  readonly bytes: number;
  readonly pace: Pace;
}
type Question = ConnectRequest | SendRequest;

/** The readers of one room in a separate process, and the senders. */
export interface RoomReaders {
  readonly readers: number;
  /** Starts counting deliveries in this tally. */
  begin(tally: Tally): void;
  /** Sends the n-th message of this round; resolves when the server has accepted it. */
  send(n: number, body: string): Promise<void>;
  /** How many messages may be in flight at once. */
  readonly senders: number;
}

const calmMs = 1_500;

export function serveReaders(connect: (question: ConnectRequest) => Promise<RoomReaders>): void {
  let roomReaders: RoomReaders | undefined;
  handleRequests(async (question: Question) => {
    if (question.kind === 'say') return measureDelivery(roomReaders!, question);
    roomReaders = await connect(question);
    return roomReaders.readers;
  });
}

async function measureDelivery(
  roomReaders: RoomReaders,
  { messages, bytes, pace }: SendRequest,
): Promise<Delivery> {
  const tally = new Tally(roomReaders.readers, messages);
  roomReaders.begin(tally);
  let next = 0;
  const send = async () => {
    const n = next++;
    tally.sent(n, performance.now());
    await roomReaders.send(n, `message ${n} `.padEnd(bytes, 'x'));
  };
  if (pace === 'flood') {
    const sender = async () => {
      while (next < messages) await send();
    };
    await Promise.all(Array.from({ length: roomReaders.senders }, sender));
    await tally.waitForAll(messages - 1);
    return tally.summarize();
  }
  while (next < messages) {
    if (pace === 'calm') await sleep(calmMs);
    await send();
    await tally.waitForAll(next - 1);
  }
  return tally.summarize();
}
