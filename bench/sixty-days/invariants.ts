import { audit } from '../../src/ledger/audit.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import type { DatabaseAddress, SimulatedCity } from './simulated-city.ts';

/** Returns the invariants that do not hold at the end of a day. */
export async function findBrokenInvariants(
  city: SimulatedCity,
  databaseAddress: DatabaseAddress,
): Promise<string[]> {
  const now = city.now();
  const broken: string[] = [];
  const database = openDatabase(databaseAddress, { name: 'sixty-days', connections: 1, onLost: () => {} });
  const { problems } = await audit(database.transaction).finally(() => database.close());
  broken.push(...problems);
  const none = async (what: string, statement: string, values: unknown[] = [now]) => {
    const rows = await city.sql(statement, values);
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  };
  await none(
    'accepted past its deadline',
    `SELECT id, due_at FROM claim WHERE status = 'accepted' AND due_at <= $1`,
  );
  await none(
    'undecided past its date',
    `SELECT id, silence_at FROM claim WHERE status = 'submitted' AND silence_at <= $1`,
  );
  await none(
    'escrow of an ended job',
    `SELECT name, balance FROM account JOIN job ON name = 'escrow:' || job.id
     WHERE job.status = 'closed' AND balance <> 0`,
    [],
  );
  await none('given up', `SELECT kind, subject, last_error FROM task WHERE failed_at IS NOT NULL`, []);
  await none('seen in the future', `SELECT agent_id FROM presence WHERE seen_at > $1`);
  await none(
    'event out of sequence',
    `SELECT id FROM public_event_head, public_event WHERE seq > last_seq`,
    [],
  );
  await none(
    'old public events',
    `SELECT id FROM public_event WHERE at < $1::timestamptz - interval '8 days 2 hours'`,
  );
  return broken;
}

/** A daily salary was paid once for each day since it began, whether the service was running or not. */
export async function findSalaryFaults(city: SimulatedCity, days: number): Promise<string[]> {
  const rows = await city.sql(
    `SELECT s.id, count(e.ref)::int AS paid FROM company_salary AS s
     LEFT JOIN ledger_entry AS e ON e.kind = 'salary' AND e.ref LIKE 'salary:' || s.id || ':%' GROUP BY s.id`,
  );
  return rows
    .filter(({ paid }) => paid !== days)
    .map(({ id, paid }) => `salary ${id}: ${paid} of ${days} days paid`);
}
