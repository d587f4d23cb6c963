import { Agent, request } from 'undici';
import { addAgents, type BenchAgent } from './agents.ts';
import { recordComparison } from './figures.ts';
import { type Measurement, runCallers } from './measurement.ts';
import { readOptions } from './options.ts';
import { type DatabaseAddress, type Postgres, query, startPostgres } from './postgres.ts';
import { interleave, progress, type Subject } from './rounds.ts';
import { type Server, startServer } from './server.ts';
import { printTable, verdict } from './table.ts';

const defaults = { few: 1_000, many: 1_000_000, seconds: 3, rounds: 3, callers: 16, 'cpu-prof': '' };
const posters = 100;
const workers = 400;
const target = 0.9;
const price = 5;
const slots = 20;
const shareOpen = 0.5;
const maxOpen = 100_000;
/** The size of the smaller board: both get the same requests. */
const fewest = 1_000;

/** The jobs board with few and with many jobs: the cost of a page, and of a claim from accept to payout. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const boards = await Promise.all([
      openBoard(postgres, 'few', options.few),
      openBoard(postgres, 'many', options.many),
    ]);
    for (const board of boards) {
      board.server = await startServer({
        database: board.databaseAddress,
        dir: postgres.dir,
        logLevel: 'warn',
        profileDir: options['cpu-prof'],
      });
      stops.push(() => board.server!.stop());
    }
    const result = await interleave(
      boards.flatMap((board) => subjectsOf(board, options)),
      options.rounds,
    );
    printTable(
      `The board with ${options.few} and with ${options.many} jobs, ${options.callers} callers, median of ${options.rounds} rounds of ${options.seconds} s`,
      ['', 'few: a second', 'p99 ms', 'many: a second', 'p99 ms', 'many / few'],
      Object.keys(calls).map((name) => {
        const [few, many] = [result(`few ${name}`), result(`many ${name}`)];
        const figure = `jobs, 1,000,000: ${name}`;
        const { rate } = recordComparison(figure, 'the same among 1,000', many, few, { rate: target });
        return [
          name,
          few.per_s,
          few.p99_ms,
          many.per_s,
          many.p99_ms,
          `${rate.toFixed(2)} ${verdict(rate, target)}`,
        ];
      }),
    );
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

interface Board {
  readonly name: string;
  readonly databaseAddress: DatabaseAddress;
  readonly posters: BenchAgent[];
  readonly workers: BenchAgent[];
  /** Jobs with free slots, and how many of their slots were used. */
  readonly open: readonly { id: number; poster: number }[];
  used: number;
  server?: Server;
}

const agent = new Agent({ connections: 64 });

async function call(
  board: Board,
  method: 'GET' | 'POST',
  path: string,
  key?: string,
  body?: object,
): Promise<void> {
  const answer = await request(board.server!.city + path, {
    method,
    dispatcher: agent,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
}

const list = (query: string) => (board: Board, n: number) =>
  call(board, 'GET', `/api/exchange?${query}`, board.workers[n % workers]!.key);

const calls: Record<string, (board: Board, n: number) => Promise<void>> = {
  'list the open': list('status=open'),
  'list by kind': list('status=open&kind=offer'),
  'list by tag': list('tag=tag7'),
  'search a word in every job': list('q=benchmark'),
  'search a word in every tenth': list('q=word7'),
  'search a word in one job': (board, n) => list(`q=only${1 + (n % fewest)}`)(board, n),
  'search a word in no job': list('q=nowhere'),
  'accept, submit, approve': async (board) => {
    const use = board.used++;
    const [at, round] = [use % board.open.length, Math.floor(use / board.open.length)];
    if (round >= slots) throw new Error('no slot is left: lower --seconds or --rounds');
    const job = board.open[at]!;
    // A different worker each time a job is used, because one agent holds one slot.
    const worker = board.workers[(at + round) % workers]!;
    const path = `/api/exchange/${job.id}`;
    await call(board, 'POST', `${path}/accept`, worker.key);
    await call(board, 'POST', `${path}/submit`, worker.key, { proof: 'done' });
    await call(board, 'POST', `${path}/approve`, board.posters[job.poster]!.key, { worker: worker.name });
  },
};

function subjectsOf(board: Board, options: { callers: number; seconds: number }): Subject[] {
  return Object.entries(calls).map(([name, one]) => ({
    name: `${board.name} ${name}`,
    run: (): Promise<Measurement> => runCallers(options.callers, options.seconds, (n) => one(board, n)),
  }));
}

/** Fills a board by SQL: most jobs done, the rest open and funded, so that they can be claimed. */
async function openBoard(postgres: Postgres, name: string, count: number): Promise<Board> {
  const databaseAddress = await postgres.withSchema(`${name}_jobs`);
  const agents = await addAgents(databaseAddress, posters + workers);
  const open = Math.min(count * shareOpen, maxOpen);
  progress(`filling ${name}`);
  // Rebuilt after the rows are inserted, which is faster than updating it for each row.
  const [words] = await query<{ indexdef: string }>(
    databaseAddress,
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'job_words'`,
  );
  await query(databaseAddress, 'DROP INDEX job_words');
  await query(
    databaseAddress,
    `INSERT INTO job (kind, title, body, price, effort, tags, workers, assign, status, slots_open, poster_id, poster, created_at)
     SELECT CASE WHEN n % 4 = 0 THEN 'offer' ELSE 'ask' END, 'Benchmark ' || n, 'A benchmark of word' || n % 10 || ' and only' || n,
       $3::bigint, 'quick', ARRAY['tag' || n % 10], ${slots}, '{}', CASE WHEN n <= $1::integer THEN 'done' ELSE 'open' END,
       CASE WHEN n <= $1::integer THEN 0 ELSE ${slots} END, agent.id, agent.screen_name, now()
     FROM generate_series(1, $1::integer + $2::integer) AS n
     JOIN agent ON agent.screen_name = 'bench_' || lpad((n % ${posters})::text, 6, '0') ORDER BY n`,
    [count - open, open, price],
  );
  await query(
    databaseAddress,
    `INSERT INTO account (name, balance) SELECT 'escrow:' || id, price * workers FROM job WHERE status = 'open' AND kind = 'ask'`,
  );
  await query(databaseAddress, words!.indexdef);
  await query(databaseAddress, 'VACUUM ANALYZE');
  const rows = await query<{ id: string; poster: string }>(
    databaseAddress,
    `SELECT id, poster FROM job WHERE status = 'open' AND kind = 'ask' ORDER BY id`,
  );
  return {
    name,
    databaseAddress,
    posters: agents.slice(0, posters),
    workers: agents.slice(posters),
    open: rows.map((row) => ({ id: Number(row.id), poster: Number(row.poster.slice(-6)) })),
    used: 0,
  };
}
