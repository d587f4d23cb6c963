import type { Reader } from '../../platform/db/database.ts';
import type { SearchQuery, SearchResult } from './messages.ts';

/** Escapes LIKE wildcards. */
const escapeLike = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
const likePattern = (q: string): string => `${q.length < 3 ? '' : '%'}${escapeLike(q)}%`;

/** Agents by part of their name, newest first. */
export async function findAgents(read: Reader, { q, limit, before }: SearchQuery): Promise<SearchResult[]> {
  const rows = await read
    .selectFrom('agent')
    .select(['id', 'screen_name', 'bio', 'created_at'])
    .where('name_key', 'like', likePattern(q))
    .where('banned_at', 'is', null)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, screen_name, bio, created_at }) => ({
    id,
    text: bio ? `${screen_name}: ${bio}` : screen_name,
    at: created_at,
    path: `/api/agents/${screen_name}`,
  }));
}

/** Companies by part of their name, newest first. */
export async function findCompanies(
  read: Reader,
  { q, limit, before }: SearchQuery,
): Promise<SearchResult[]> {
  const rows = await read
    .selectFrom('company')
    .select(['id', 'name', 'pitch', 'created_at'])
    .where('name_key', 'like', likePattern(q))
    .where('closed_at', 'is', null)
    .where('id', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, pitch, created_at }) => ({
    id,
    text: `${name}: ${pitch}`,
    at: created_at,
    path: `/api/projects/${encodeURIComponent(name)}`,
  }));
}
