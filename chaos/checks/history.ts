import { checkBalances } from '../checker/balances.ts';
import { describe, type Timed, type Verdict } from '../checker/history.ts';
import { checkLocks } from '../checker/lock.ts';
import { type Append, checkLog } from '../checker/log.ts';
import { checkRegisters } from '../checker/register.ts';
import type { Load } from '../load/load.ts';
import { type ChaosAgent, room } from '../load/population.ts';
import { ledgerList, type Reader, roomList } from '../load/reader.ts';
import type { Site } from '../site/site.ts';

type Database = Pick<Site, 'sql'>;

/** Where each list ends before the round. */
interface Positions {
  readonly messages: number;
  readonly ledger: number;
  readonly events: number;
}

export async function readPositions({ sql }: Database, { name }: ChaosAgent): Promise<Positions> {
  const [row] = await sql<{ messages: number; ledger: number; events: number }>(
    `SELECT (SELECT coalesce(max(id), 0)::int FROM message WHERE room = $1) AS messages,
       (SELECT coalesce(max(seq), 0)::int FROM ledger_entry) AS ledger,
       (SELECT coalesce(max(last_id), 0)::int FROM agent_event_counter
        JOIN agent ON agent.id = agent_id WHERE screen_name = $2) AS events`,
    [room, name],
  );
  if (!row) throw new Error('the database has no positions');
  return row;
}

export async function readBalances(
  { sql }: Database,
  agents: readonly ChaosAgent[],
): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; balance: number }>(
    'SELECT substring(name FROM 7) AS name, balance::int FROM account WHERE name = ANY ($1)',
    [agents.map(({ name }) => `agent:${name}`)],
  );
  return new Map(rows.map(({ name, balance }) => [name, balance]));
}

interface Recorded {
  readonly load: Load;
  readonly readers: readonly Reader[];
  readonly round: string;
  /** Balances before and after the round. */
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
}

/** What no correct service can have answered to the clients of a round, with the calls that prove it. */
export function checkHistory({ load, readers, round, before, after }: Recorded): string[] {
  const { notes, locks, messages, tips, balances } = load.history;
  const end = { client: 'the database', called: performance.now(), answered: performance.now() };
  const found: [string, Verdict<Timed>][] = [
    ['notes', checkRegisters(notes)],
    ['locks', checkLocks(locks)],
    [
      'balances',
      checkBalances(
        [...balances, ...[...after].map(([account, balance]) => ({ ...end, account, balance }))],
        before,
      ),
    ],
  ];
  const ours: Record<string, readonly Append[]> = { [roomList.name]: messages, [ledgerList.name]: tips };
  // An event follows its entry of the ledger, so only what is there in the end is checked.
  const finished = Math.max(0, ...tips.map(({ answered }) => answered).filter(Number.isFinite));
  const told = (list: string): Append[] =>
    tips.flatMap(({ client, called, position, to }) =>
      position !== undefined && list === `events of ${to}`
        ? [{ client, called, answered: finished, mark: `ledger:${position}` }]
        : [],
    );
  for (const [name, ofList] of Map.groupBy(readers, ({ list }) => list.name)) {
    const appends = ours[name];
    const isOurs = (mark: string) => appends !== undefined && mark.startsWith(`${round} `);
    const start = ofList[0]?.start ?? 0;
    const pages = ofList.flatMap((reader) => reader.pages);
    found.push([name, checkLog([...(appends ?? told(name)), ...pages], { isOurs, start })]);
  }
  return found.flatMap(([name, verdict]) => (verdict ? [`${name}: impossible: ${describe(verdict)}`] : []));
}
