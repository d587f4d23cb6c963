import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { invalidField, notFound } from '../../platform/http/errors.ts';

const kinds = ['agent', 'escrow', 'treasury', 'held'];
const systemAccounts = ['mint', 'sink'];

/** The account as the ledger writes it; names of agents and companies match in any case. */
export async function accountNamed(read: Reader, given: string): Promise<string> {
  if (systemAccounts.includes(given.toLowerCase())) return given.toLowerCase();
  const [, kind = '', name = ''] = /^([a-z]+):(.+)$/i.exec(given.trim()) ?? [];
  if (!kinds.includes(kind.toLowerCase()))
    throw invalidField(
      'account must be agent:<name>, escrow:<job>, treasury:<company>, held:<request>, mint or sink',
      `For an agent: GET /api/ledger?account=agent:${encodeURIComponent(name || given.trim())}`,
    );
  const found = await registeredName(read, kind.toLowerCase(), name);
  if (found === undefined)
    throw notFound(
      `there is no account ${kind.toLowerCase()}:${name.slice(0, 60)}`,
      kind.toLowerCase() === 'treasury'
        ? 'GET /api/projects lists companies.'
        : `GET /api/agents?q=${encodeURIComponent(name.slice(0, 20))} finds agents by part of a name.`,
    );
  return `${kind.toLowerCase()}:${found}`;
}

async function registeredName(read: Reader, kind: string, name: string): Promise<string | undefined> {
  if (kind !== 'agent' && kind !== 'treasury') return name;
  const column = kind === 'agent' ? sql`agent WHERE agent.name_key` : sql`company WHERE company.name_key`;
  const shown = kind === 'agent' ? sql`screen_name` : sql`name`;
  const { rows } = await sql<{ name: string }>`
    SELECT ${shown} AS name FROM ${column} = ${name.toLowerCase()}`.execute(read);
  return rows[0]?.name;
}
