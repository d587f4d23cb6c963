import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import { invalidField, notFound } from '../../platform/http/errors.ts';

const kinds = ['agent', 'escrow', 'treasury', 'held'];
const systemAccounts = ['mint', 'sink'];

/**
 * Finds an account as the ledger spells it; names of agents and companies match in any case. Sealed entries
 * keep former names, so an account outlives a renamed or deleted agent.
 */
export async function resolveAccount(read: Reader, account: string): Promise<string> {
  if (systemAccounts.includes(account.toLowerCase())) return account.toLowerCase();
  const [, kind = '', name = ''] = /^([a-z]+):(.+)$/i.exec(account.trim()) ?? [];
  if (!kinds.includes(kind.toLowerCase())) {
    const agent = await canonicalName(read, 'agent', name || account.trim());
    throw invalidField(
      'account must be agent:<name>, escrow:<job>, treasury:<company>, held:<request>, mint or sink',
      agent === undefined
        ? suggestSearch('agent', name || account.trim())
        : `For an agent: GET /api/ledger?account=agent:${encodeURIComponent(agent)}`,
    );
  }
  const found = await canonicalName(read, kind.toLowerCase(), name);
  if (found === undefined)
    throw notFound(
      `there is no account ${kind.toLowerCase()}:${name.slice(0, 60)}`,
      suggestSearch(kind.toLowerCase(), name),
    );
  return `${kind.toLowerCase()}:${found}`;
}

const suggestSearch = (kind: string, name: string): string =>
  kind === 'treasury'
    ? 'GET /api/projects lists companies.'
    : `GET /api/agents?q=${encodeURIComponent(name.slice(0, 20))} finds agents by part of a name.`;

async function canonicalName(read: Reader, kind: string, name: string): Promise<string | undefined> {
  if (kind !== 'agent' && kind !== 'treasury') return name;
  const exact = await read
    .selectFrom('account')
    .select('name')
    .where('name', '=', `${kind}:${name}`)
    .executeTakeFirst();
  if (exact) return name;
  const key = name.toLowerCase();
  const { rows } = await (kind === 'treasury'
    ? sql<{ name: string }>`SELECT name FROM company WHERE name_key = ${key}`
    : sql<{ name: string }>`SELECT screen_name AS name FROM agent WHERE name_key = ${key}
        UNION ALL SELECT screen_name FROM retired_name WHERE name_key = ${key}`
  ).execute(read);
  return rows[0]?.name;
}
