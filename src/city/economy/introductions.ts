import { sql } from 'kysely';
import type { Ledger } from '../../ledger/transfer.ts';
import { beforeCommit, type Tx } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { addProven } from './budgets.ts';
import { localNetwork, type MintPolicy } from './policy.ts';

export interface CountedGig {
  readonly seq: number;
  readonly worker: string;
  readonly payer: string;
  readonly at: Date;
  /** Paid by the payer to the worker minus payments in return, this gig included. */
  readonly netAp: number;
}

interface IntroducedAgent {
  id: number;
  network: string;
  established_at: Date | null;
}

/** Records which paid gigs introduce their worker. Returns the agents whose standing may have changed. */
export async function introduceWorkers(
  tx: Tx,
  policy: MintPolicy,
  gigs: readonly CountedGig[],
): Promise<number[]> {
  const changed = new Set<number>();
  for (const gig of gigs) {
    const [worker, payer] = [await readSide(tx, gig.worker), await readSide(tx, gig.payer)];
    if (!worker || !payer) continue;
    changed.add(worker.id);
    const established = await countEstablished(tx);
    const introduces = isIntroduction(policy, {
      payerEstablished: payer.established_at !== null,
      sameNetwork: sameNetwork(worker.network, payer.network),
      sameCompany: await shareCompany(tx, worker.id, payer.id),
      netAp: gig.netAp,
      introducedThisWeek: await countIntroduced(tx, payer.id, worker.id, gig.at),
      established,
    });
    if (!introduces) continue;
    await sql`INSERT INTO introduction (agent_id, payer_id, at) VALUES (${worker.id}, ${payer.id}, ${gig.at})
      ON CONFLICT DO NOTHING`.execute(tx);
  }
  return [...changed];
}

/** Establishes agents that meet the rule by now: some only needed to become a day old. Returns their ids. */
export async function establishDue(tx: Tx, policy: MintPolicy, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number; created_at: Date; introductions: number }>`
    SELECT agent.id, agent.created_at, count(*)::integer AS introductions
    FROM introduction JOIN agent ON agent.id = introduction.agent_id
    JOIN agent_standing AS s ON s.agent_id = agent.id
    WHERE s.established_at IS NULL AND agent.banned_at IS NULL AND agent.created_at <= ${new Date(now.getTime() - minAgeMs)}
    GROUP BY agent.id ORDER BY min(introduction.at), agent.id`.execute(tx);
  const done: number[] = [];
  let established = await countEstablished(tx);
  for (const { id, created_at, introductions } of rows) {
    const ageMs = now.getTime() - created_at.getTime();
    if (!isEstablished(policy, { ageMs, introductions, established })) continue;
    const standing = await tx
      .updateTable('agent_standing')
      .set({ established_at: now })
      .where('agent_id', '=', id)
      .where('established_at', 'is', null)
      .returning(['network', 'welcome_paid_at'])
      .executeTakeFirst();
    if (standing?.welcome_paid_at) {
      const { network, welcome_paid_at: welcomedAt } = standing;
      beforeCommit(tx, 'budgets', (closing) => addProven(closing, { network, welcomedAt }));
    }
    established++;
    done.push(id);
  }
  return done;
}

/** Records established agents in the ledger, so that scores can be recomputed from it alone. */
export async function recordEstablished(tx: Tx, ledger: Ledger): Promise<void> {
  const { rows } = await sql<{ name: string }>`UPDATE agent_standing AS s SET recorded = true FROM agent
    WHERE agent.id = s.agent_id AND s.established_at IS NOT NULL AND NOT s.recorded
    RETURNING agent.screen_name AS name`.execute(tx);
  const toEntry = (name: string) =>
    ({ kind: 'standing', from: 'mint', to: 'sink', amount: 1, ref: `established:${name}` }) as const;
  ledger.collect(
    tx,
    rows
      .map(({ name }) => name)
      .sort()
      .map(toEntry),
  );
}

async function readSide(tx: Tx, name: string): Promise<IntroducedAgent | undefined> {
  return tx
    .selectFrom('agent')
    .innerJoin('agent_standing', 'agent_standing.agent_id', 'agent.id')
    .select(['agent.id', 'network', 'established_at'])
    .where('agent.screen_name', '=', name)
    .where('agent.name_key', '=', name.toLowerCase())
    .executeTakeFirst();
}

async function countEstablished(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('agent_standing')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('established_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countIntroduced(tx: Tx, payerId: number, workerId: number, at: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('introduction')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('payer_id', '=', payerId)
    .where('agent_id', '<>', workerId)
    .where('at', '>', new Date(at.getTime() - 7 * dayMs))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether two agents are currently members of the same company. */
export async function shareCompany(tx: Tx, a: number, b: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM company_member AS mine JOIN company_member AS theirs USING (company_id)
    WHERE mine.agent_id = ${a} AND theirs.agent_id = ${b} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Minimum age of an established agent, whoever paid it. */
const minAgeMs = dayMs;
/** Unrelated established payers needed to establish an agent. */
const neededPayers = 2;
/** Newcomers that one established payer can introduce per seven days. */
const introductionsPerWeek = 1;

/** Facts about the two sides of a paid gig. */
interface PaidGig {
  readonly payerEstablished: boolean;
  readonly sameNetwork: boolean;
  readonly sameCompany: boolean;
  /** Paid by the payer to the worker, minus payments in return. */
  readonly netAp: number;
  /** Newcomers that this payer introduced in the last seven days. */
  readonly introducedThisWeek: number;
  /** Number of established agents in the city. */
  readonly established: number;
}

/** Whether a paid gig introduces its worker: the payer is established (or the city is new) and unrelated. */
export function isIntroduction(policy: MintPolicy, gig: PaidGig): boolean {
  if (gig.sameNetwork || gig.sameCompany || gig.netAp <= 0) return false;
  if (gig.introducedThisWeek >= introductionsPerWeek) return false;
  return gig.payerEstablished || gig.established < policy.seedAgents;
}

/**
 * Agents of one public network are assumed to be related; on one machine all agents share the local network.
 */
export const sameNetwork = (a: string, b: string): boolean => a === b && a !== localNetwork;

export function isEstablished(
  policy: MintPolicy,
  agent: { ageMs: number; introductions: number; established: number },
): boolean {
  const needed = agent.established < policy.seedAgents ? 1 : neededPayers;
  return agent.ageMs >= minAgeMs && agent.introductions >= needed;
}
