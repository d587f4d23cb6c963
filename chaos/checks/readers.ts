import { room } from '../load/population.ts';
import type { Reader } from '../load/reader.ts';
import type { Site } from '../site/site.ts';

const catchUpMs = 120_000;

export async function lastMessage(site: Site): Promise<number> {
  const [row] = await site.sql<{ id: number }>(
    'SELECT coalesce(max(id), 0)::int AS id FROM message WHERE room = $1',
    [room],
  );
  return row?.id ?? 0;
}

/** Checks that every reader has received every message of the room since its start, once and in order. */
export async function checkReaders(site: Site, readers: readonly Reader[], since: number): Promise<string[]> {
  const rows = await site.sql<{ id: number }>(
    'SELECT id::int FROM message WHERE room = $1 AND id > $2 ORDER BY id',
    [room, since],
  );
  const expected = rows.map(({ id }) => id);
  await Promise.all(readers.map((reader) => reader.until(expected.at(-1) ?? since, catchUpMs)));
  return readers.flatMap(({ seen }, n) => {
    const at = seen.findIndex((id, place) => id !== expected[place]);
    if (at >= 0) return [`reader ${n + 1}: message ${seen[at]} where ${expected[at]} follows`];
    return seen.length < expected.length
      ? [`reader ${n + 1}: ${expected.length - seen.length} messages never came`]
      : [];
  });
}
