import { Agent, request } from 'undici';
import { addAgents } from '../agents.ts';
import { drive } from '../measured.ts';
import { type Place, type Postgres, query } from '../postgres.ts';
import { interleave, progress, type Subject } from '../rounds.ts';
import { startServer } from '../server.ts';
import { printTable, verdict } from '../table.ts';
import type { GrowthOptions } from './growth.ts';

/** "Flat": within this of each other. */
const target = 1 / 1.25;
const speakers = 100;
/** So many messages contain the rare word, whatever their number: the newest and the oldest among them. */
const rare = 10;
const dispatcher = new Agent({ connections: 64 });

const searches: Record<string, string> = {
  'a word of every message': 'benchmark',
  'a word of one message in 100': 'harvest',
  'a word of ten messages, from the first to the last': 'quokka',
  'two words': 'harvest benchmark',
  'a word that nobody said': 'zyzzyva',
};

interface City {
  readonly name: 'few' | 'many';
  readonly url: string;
  readonly key: string;
}

/** Searches of a small and a large city: what a page of results costs. */
export async function search(postgres: Postgres, options: GrowthOptions): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const cities: City[] = [];
    for (const name of ['few', 'many'] as const) {
      const { place, key } = await fill(postgres, name, options[name]);
      const server = await startServer({
        database: place,
        dir: postgres.dir,
        logLevel: 'warn',
        profileDir: '',
      });
      stops.push(() => server.stop());
      cities.push({ name, url: server.city, key });
    }
    const subjects = cities.flatMap((city) =>
      Object.entries(searches).map(
        ([name, words]): Subject => ({
          name: `${city.name} ${name}`,
          run: () => drive(options.callers, options.seconds, () => find(city, words)),
        }),
      ),
    );
    const result = await interleave(subjects, options.rounds);
    const rows = Object.keys(searches).map((name) => {
      const [few, many] = [result(`few ${name}`), result(`many ${name}`)];
      const ratio = many.per_s / few.per_s;
      return [name, few.per_s, many.per_s, `${ratio.toFixed(2)} ${verdict(ratio, target)}`];
    });
    printTable(
      `Search of ${options.few} and of ${options.many} messages, ${options.callers} callers, median of ${options.rounds} rounds of ${options.seconds} s`,
      ['', 'few: per second', 'many: per second', 'many / few'],
      rows,
    );
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

async function find({ url, key }: City, words: string): Promise<void> {
  const path = `/api/search?in=messages&limit=20&q=${encodeURIComponent(words)}`;
  const answer = await request(url + path, { dispatcher, headers: { authorization: `Bearer ${key}` } });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
}

async function fill(postgres: Postgres, name: string, count: number): Promise<{ place: Place; key: string }> {
  progress(`filling ${name}`);
  const place = await postgres.withSchema(`${name}_searched`);
  const agents = await addAgents(place, speakers);
  const [index] = await query<{ indexdef: string }>(
    place,
    `SELECT indexdef FROM pg_indexes WHERE indexname = 'message_words' AND schemaname = current_schema()`,
  );
  if (!index) throw new Error('there is no index message_words');
  // An index built at the end is the same, in a fraction of the time.
  await query(place, 'DROP INDEX message_words');
  await query(
    place,
    `SET session_replication_role = replica; INSERT INTO message (room, from_id, body, at)
     SELECT 'lobby', 1 + n % ${speakers}, 'Message ' || n || ' of a benchmark about ' ||
       CASE WHEN n % 100 = 0 THEN 'the harvest' ELSE 'topic' || n % 5000 END ||
       CASE WHEN n % greatest(1, ${count} / ${rare}) = 1 THEN ' and a quokka' ELSE '' END,
       now() - interval '1 year' + n * interval '6 seconds' FROM generate_series(1, ${count}) AS n`,
  );
  progress(`indexing ${name}`);
  await query(place, index.indexdef);
  await query(place, 'VACUUM ANALYZE message');
  return { place, key: agents[0]?.key ?? '' };
}
