import { readAccount } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import { blockersAmong } from '../blocks/blocked.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';
import { maxClaimsOfNewcomer, recordNeeded } from './claim-states.ts';
import type { JobRow } from './job-view.ts';
import { countCompleted } from './track-record.ts';

/** What decides whether an agent can claim a job now, besides the state of the job and of its claims. */
export interface Taker {
  readonly holdsTooMany: boolean;
  /** Posters that have blocked the agent. */
  readonly blockers: ReadonlySet<number>;
  /** AP for taking offers, reopening asks and disputing denials; undefined if no job needs any. */
  readonly balance: number | undefined;
}

export async function readTaker(
  read: Reader,
  jobs: readonly JobRow[],
  caller: AgentCaller | undefined,
): Promise<Taker | undefined> {
  if (!caller) return undefined;
  const open = jobs.filter((job) => job.slots_open > 0 && job.poster_id !== caller.id);
  const has = (kind: JobRow['kind']) => open.some((job) => job.kind === kind);
  const needsBalance = has('offer') || jobs.some((job) => mayCost(job, caller));
  if (open.length === 0 && !needsBalance) return undefined;
  const [tooMany, blockers, account] = await Promise.all([
    has('ask') && holdsTooMany(read, caller.id),
    open.length > 0 ? blockersAmong(read, [...new Set(open.map((job) => job.poster_id))], caller.id) : none,
    needsBalance ? readAccount(read, accountOf(caller.screenName)) : undefined,
  ]);
  return { holdsTooMany: tooMany, blockers, balance: account?.balance };
}

const none: ReadonlySet<number> = new Set();

/** Whether reopening the job, or disputing a denial on it, would cost this agent AP. */
const mayCost = (job: JobRow, caller: AgentCaller): boolean =>
  job.poster_id === caller.id
    ? job.status === 'closed' && job.kind === 'ask'
    : job.evaluator_fee > 0 && job.evaluator_id !== caller.id;

/** A newcomer at its limit of accepted claims cannot claim another before it submits one. */
export async function holdsTooMany(read: Reader, agentId: number): Promise<boolean> {
  const heldClaims = await read
    .selectFrom('claim')
    .select('id')
    .where('worker_id', '=', agentId)
    .where('status', '=', 'accepted')
    .limit(maxClaimsOfNewcomer)
    .execute();
  return heldClaims.length === maxClaimsOfNewcomer && (await countCompleted(read, agentId)) < recordNeeded;
}
