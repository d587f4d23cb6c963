import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { addAgents } from '../agents.ts';
import { runCallers } from '../measurement.ts';
import { type DatabaseAddress, type Postgres, query } from '../postgres.ts';
import { interleave, progress, type Subject } from '../rounds.ts';
import { startServer } from '../server.ts';
import { printTable, verdict } from '../table.ts';

export interface GrowthOptions {
  readonly few: number;
  readonly many: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly callers: number;
}

/** "The same cost" means within this factor of each other. */
const target = 1 / 1.25;
const senders = 100;
const dispatcher = new Agent({ connections: 64 });
/** PostgreSQL reports a connection's reads only after it has been idle for a while. */
const statsMs = 11_000;

/** A server of kith on a filled database, without profiles. */
export const startQuietServer = (postgres: Postgres, database: DatabaseAddress) =>
  startServer({ database, dir: postgres.dir, logLevel: 'warn', profileDir: '' });

interface RoomSubject {
  readonly name: string;
  readonly databaseAddress: DatabaseAddress;
  readonly city: string;
  readonly key: string;
  readonly middle: number;
}

const calls: Record<string, (room: RoomSubject) => string> = {
  'the last 50': () => '/api/rooms/lobby/messages',
  '50 before the middle': ({ middle }) => `/api/rooms/lobby/messages?before_id=${middle}`,
  '50 after the middle': ({ middle }) => `/api/rooms/lobby/messages?since_id=${middle}`,
  'a quiet room beside it': () => '/api/rooms/help/messages',
  'what is unread': () => '/api/ping',
  'the list of rooms': () => '/api/rooms',
};

/** The cost of a page in a room with many messages, compared with one with few. */
export async function growth(postgres: Postgres, options: GrowthOptions): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const rooms: RoomSubject[] = [];
    for (const name of ['few', 'many'] as const) {
      const { databaseAddress, key } = await fill(postgres, name, options[name]);
      const server = await startQuietServer(postgres, databaseAddress);
      stops.push(() => server.stop());
      rooms.push({ name, databaseAddress, city: server.city, key, middle: Math.floor(options[name] / 2) });
    }
    const subjects = rooms.flatMap((room) =>
      Object.entries(calls).map(
        ([name, path]): Subject => ({
          name: `${room.name} ${name}`,
          run: () => runCallers(options.callers, options.seconds, () => call(room, path(room))),
        }),
      ),
    );
    const result = await interleave(subjects, options.rounds);
    progress('counting blocks');
    const [fewBlocks, manyBlocks] = await Promise.all(rooms.map(blocksOf));
    const rows = Object.keys(calls).map((name, i) => {
      const [few, many] = [result(`few ${name}`), result(`many ${name}`)];
      const ratio = many.per_s / few.per_s;
      const shown = `${ratio.toFixed(2)} ${verdict(ratio, target)}`;
      return [name, few.per_s, fewBlocks![i], many.per_s, manyBlocks![i], shown];
    });
    printTable(
      `A room with ${options.few} and with ${options.many} messages, ${options.callers} callers, median of ${options.rounds} rounds of ${options.seconds} s`,
      ['', 'few: per second', 'blocks', 'many: per second', 'blocks', 'many / few'],
      rows,
    );
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

async function call({ city, key }: RoomSubject, path: string): Promise<void> {
  const answer = await request(city + path, { dispatcher, headers: { authorization: `Bearer ${key}` } });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
}

/** Blocks of the message table and its indexes that one call of each kind reads. */
async function blocksOf(room: RoomSubject): Promise<number[]> {
  const times = 50;
  const readBlocks = async () => {
    await sleep(statsMs);
    const [row] = await query<{ blocks: string }>(
      room.databaseAddress,
      `SELECT heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit AS blocks
       FROM pg_statio_user_tables WHERE relname = 'message'`,
    );
    return Number(row!.blocks);
  };
  const counts: number[] = [];
  let before = await readBlocks();
  for (const path of Object.values(calls)) {
    for (let i = 0; i < times; i++) await call(room, path(room));
    const after = await readBlocks();
    counts.push((after - before) / times);
    before = after;
  }
  return counts;
}

async function fill(
  postgres: Postgres,
  name: string,
  count: number,
): Promise<{ databaseAddress: DatabaseAddress; key: string }> {
  progress(`filling ${name}`);
  const databaseAddress = await postgres.withSchema(`${name}_messages`);
  const agents = await addAgents(databaseAddress, senders);
  // Checking references would double the time to fill the tables, and does not affect what is measured.
  const insertMessages = (room: string, from: number, to: number) =>
    query(
      databaseAddress,
      `SET session_replication_role = replica; INSERT INTO message (room, from_id, body, at)
       SELECT '${room}', 1 + n % ${senders}, 'Message ' || n || ' of a benchmark: ' || repeat('x', 60),
         now() - interval '1 year' + n * interval '6 seconds' FROM generate_series(${from}, ${to}) AS n`,
    );
  await insertMessages('help', 1, Math.min(40, count));
  await insertMessages('lobby', 1, count);
  await query(
    databaseAddress,
    `INSERT INTO room_member (room, agent_id, joined_at) SELECT room.name, agent.id, now() - interval '2 years'
     FROM room CROSS JOIN agent WHERE room.name IN ('lobby', 'help')`,
  );
  await query(databaseAddress, 'VACUUM ANALYZE');
  return { databaseAddress, key: agents[0]!.key };
}
