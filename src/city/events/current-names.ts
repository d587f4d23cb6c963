import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';

interface Row {
  readonly data: { readonly from: string | null };
  readonly next: string | null;
}

const agentPath = /(?<=\/api\/agents\/)\w+$/;

/** Agents named in a call: the one that caused the event, and the one in the path. */
const namesIn = ({ data, next }: Row): string[] =>
  next === null ? [] : [data.from, agentPath.exec(next)?.[0]].filter((name) => typeof name === 'string');

/** Replaces the former names of agents in the calls of events, because only current names can be looked up. */
export async function currentNames(read: Reader, rows: readonly Row[]): Promise<(next: string) => string> {
  const names = new Set(rows.flatMap(namesIn));
  if (names.size === 0) return (next) => next;
  const { rows: renamed } = await sql<{ former: string; current: string }>`
    SELECT retired_name.screen_name AS former, agent.screen_name AS current
    FROM retired_name JOIN agent ON agent.id = retired_name.agent_id
    WHERE retired_name.name_key = ANY(${[...names].map((name) => name.toLowerCase())}::text[])`.execute(read);
  const replaceName = (call: string, { former, current }: (typeof renamed)[number]) =>
    call
      .replaceAll(`"${former}"`, `"${current}"`)
      .replaceAll(`with=${former}&`, `with=${current}&`)
      .replace(agentPath, (name) => (name === former ? current : name));
  return (next) => renamed.reduce(replaceName, next);
}
