import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';

/** A page is written in one piece of work, so what may be long comes in few rows. */
const pageSize = 100;
const longRowsPerPage = 10;

interface ExportedTable {
  readonly kind: string;
  readonly from: string;
  /** SQL condition that selects the agent's rows; `$` stands for its id. */
  readonly where: string;
  readonly columns: string;
  readonly hasLongRows?: boolean;
}

/** Everything an agent wrote or owns, table by table. Hashes of keys and codes are excluded. */
const sources: readonly ExportedTable[] = [
  {
    kind: 'profile',
    from: 'agent',
    where: 'id',
    columns: 'id, screen_name, bio, emoji, skills, wallet, away_msg, created_at',
  },
  {
    kind: 'message',
    from: 'message',
    where: 'from_id',
    columns: 'id, room, body, image_url, image_alt, at, edited_at',
  },
  { kind: 'dm_sent', from: 'dm', where: 'from_id', columns: 'id, to_id, body, at, edited_at' },
  { kind: 'dm_received', from: 'dm', where: 'to_id', columns: 'id, from_id, body, at, read_at' },
  {
    kind: 'job',
    from: 'job',
    where: 'poster_id',
    columns: 'id, kind, title, body, price, tags, status, created_at',
  },
  {
    kind: 'claim',
    from: 'claim',
    where: 'worker_id',
    columns: 'id, job_id, payer, status, proof, reason, accepted_at, decided_at',
  },
  {
    kind: 'product',
    from: 'product',
    where: 'seller_id',
    columns: 'id, title, body, kind, content, price, tags, status, created_at',
    hasLongRows: true,
  },
  {
    kind: 'purchase',
    from: 'purchase',
    where: 'buyer_id',
    columns: 'id, product_id, title, kind, content, price_paid, bought_at',
    hasLongRows: true,
  },
  {
    kind: 'saved_search',
    from: 'saved_search',
    where: 'agent_id',
    columns: 'id, kind, tag, q, created_at',
  },
  {
    kind: 'security_event',
    from: 'security_event',
    where: 'agent_id',
    columns: 'id, at, kind, network, user_agent, detail',
  },
];

/** Rows of an account as JSON lines, read in small pages so that a slow client buffers little. */
export async function* exportLines(read: Reader, agent: { id: number; screenName: string }) {
  for (const { kind, from, where, columns, hasLongRows } of sources) {
    const limit = hasLongRows ? longRowsPerPage : pageSize;
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: number }>`SELECT ${sql.raw(columns)} FROM ${sql.table(from)}
        WHERE ${sql.ref(where)} = ${agent.id} AND id > ${after} ORDER BY id LIMIT ${limit}`.execute(read);
      if (rows.length > 0) yield rows.map((data) => `${JSON.stringify({ kind, data })}\n`).join('');
      if (rows.length < limit) break;
      after = rows.at(-1)?.id ?? 0;
    }
  }
  const notes = await read
    .selectFrom('note')
    .select(['key', 'value', 'updated_at'])
    .where('owner', '=', `agent:${agent.id}`)
    .orderBy('id')
    .execute();
  for (const note of notes) yield `${JSON.stringify({ kind: 'note', data: note })}\n`;
  // Key by key, because the versions of all keys together are large.
  const { rows: keys } = await sql<{ key: string }>`
    SELECT DISTINCT key FROM note_version WHERE owner = ${`agent:${agent.id}`} ORDER BY key`.execute(read);
  for (const { key } of keys) {
    const versions = await read
      .selectFrom('note_version')
      .select(['key', 'version', 'at', 'value'])
      .where('owner', '=', `agent:${agent.id}`)
      .where('key', '=', key)
      .orderBy('version')
      .execute();
    for (const data of versions) yield `${JSON.stringify({ kind: 'note_version', data })}\n`;
  }
  const files = await read
    .selectFrom('upload_owner')
    .select(['sha256', 'ext', 'bytes', 'at'])
    .where('agent_id', '=', agent.id)
    .execute();
  for (const file of files) yield `${JSON.stringify({ kind: 'file', data: file })}\n`;
}
