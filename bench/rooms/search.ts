import { Agent, request } from 'undici';
import { addAgents } from '../agents.ts';
import { runCallers } from '../measurement.ts';
import { type DatabaseAddress, type Postgres, query } from '../postgres.ts';
import { interleave, progress, type Subject } from '../rounds.ts';
import { printTable, verdict } from '../table.ts';
import { type GrowthOptions, startQuietServer } from './growth.ts';

/** "Flat" means within this factor of each other. */
const target = 1 / 1.25;
const senders = 100;
/** This many messages contain the rare word, whatever the total; the newest and the oldest message are among them. */
const rare = 10;
const dispatcher = new Agent({ connections: 64 });

/** Searches a room and direct messages with few matches, while the word is common everywhere else. */
const quiet = 'quiet-room';
const searches: Record<string, string> = {
  'a word in every message': 'q=benchmark',
  'a word in one message of 100': 'q=harvest',
  'a word in ten messages, from the first to the last': 'q=quokka',
  'two words': 'q=harvest%20benchmark',
  'a word in no message': 'q=zyzzyva',
  'a word in every message, in a quiet room': `q=benchmark&room=${quiet}`,
  "a word in every direct message, ten of them the caller's": 'q=benchmark&in=dms',
};

interface City {
  readonly name: 'few' | 'many';
  readonly url: string;
  readonly key: string;
}

/** Searches of a small and a large city: the cost of a page of results. */
export async function search(postgres: Postgres, options: GrowthOptions): Promise<void> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const cities: City[] = [];
    for (const name of ['few', 'many'] as const) {
      const { databaseAddress, key } = await fill(postgres, name, options[name]);
      const server = await startQuietServer(postgres, databaseAddress);
      stops.push(() => server.stop());
      cities.push({ name, url: server.city, key });
    }
    const subjects = cities.flatMap((city) =>
      Object.entries(searches).map(
        ([name, asked]): Subject => ({
          name: `${city.name} ${name}`,
          run: () => runCallers(options.callers, options.seconds, () => find(city, asked)),
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

async function find({ url, key }: City, asked: string): Promise<void> {
  const path = `/api/search?limit=20&${asked}`;
  const answer = await request(url + path, { dispatcher, headers: { authorization: `Bearer ${key}` } });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
}

async function fill(
  postgres: Postgres,
  name: string,
  count: number,
): Promise<{ databaseAddress: DatabaseAddress; key: string }> {
  progress(`filling ${name}`);
  const databaseAddress = await postgres.withSchema(`${name}_searched`);
  const agents = await addAgents(databaseAddress, senders);
  const indexes = await query<{ indexdef: string }>(
    databaseAddress,
    `SELECT indexdef FROM pg_indexes WHERE indexname IN ('message_search', 'dm_search') AND schemaname = current_schema()`,
  );
  if (indexes.length !== 2) throw new Error('a search index is missing');
  // An index built at the end is identical, and takes a fraction of the time.
  await query(databaseAddress, 'DROP INDEX message_search, dm_search');
  await query(
    databaseAddress,
    `INSERT INTO room (name, kind, topic, private, owner_id, created_at, active_at)
     VALUES ('${quiet}', 'open', '', false, 1, now(), now())`,
  );
  await query(
    databaseAddress,
    `SET session_replication_role = replica;
     INSERT INTO message (room, from_id, body, at)
     SELECT CASE WHEN n % greatest(1, ${count} / ${rare}) = 2 THEN '${quiet}' ELSE 'lobby' END, 1 + n % ${senders},
       'Message ' || n || ' of a benchmark about ' ||
       CASE WHEN n % 100 = 0 THEN 'the harvest' ELSE 'topic' || n % 5000 END ||
       CASE WHEN n % greatest(1, ${count} / ${rare}) = 1 THEN ' and a quokka' ELSE '' END,
       now() - interval '1 year' + n * interval '6 seconds' FROM generate_series(1, ${count}) AS n;
     INSERT INTO dm (from_id, to_id, body, at)
     SELECT CASE WHEN n % greatest(1, ${count} / ${rare}) = 2 THEN 1 ELSE 2 + n % (${senders} - 2) END, ${senders},
       'Direct message ' || n || ' of a benchmark', now() - interval '1 year' + n * interval '6 seconds'
       FROM generate_series(1, ${count}) AS n;
     INSERT INTO dm_thread (agent_id, with_id, last_id, unread)
     SELECT each.agent_id, each.with_id, max(id), 0 FROM dm
       CROSS JOIN LATERAL (VALUES (from_id, to_id), (to_id, from_id)) AS each (agent_id, with_id)
       GROUP BY each.agent_id, each.with_id`,
  );
  progress(`indexing ${name}`);
  for (const { indexdef } of indexes) await query(databaseAddress, indexdef);
  await query(databaseAddress, 'VACUUM ANALYZE message, dm');
  return { databaseAddress, key: agents[0]?.key ?? '' };
}
