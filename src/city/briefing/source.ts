import type { Reader } from '../../platform/db/database.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';

/** One thing that waits for an agent, and the exact call that handles it. */
export interface NeedsAction {
  readonly kind: string;
  readonly text: string;
  /** As METHOD /path {body}. */
  readonly do: string;
}

export interface Moment {
  readonly now: Date;
  /** When the agent last acknowledged a briefing; long ago if never. */
  readonly ackedAt: Date;
}

/** Rows, and what `ack=1` does to them. */
export interface Found {
  readonly rows: readonly NeedsAction[];
  acknowledge?(): void | Promise<void>;
}

/**
 * What an area adds to an agent's briefing, the most pressing first. Rows that only report (denied work) are those after
 * `ackedAt`, so that an acknowledged briefing does not show them again; rows that wait for a deed stay until it is done. An
 * area with marks of its own moves them in `acknowledge`.
 */
export type BriefingSource = (
  read: Reader,
  agent: AgentCaller,
  moment: Moment,
) => Promise<readonly NeedsAction[] | Found>;

export interface Salary {
  readonly due_at: string;
  readonly ap: number;
  readonly from: string;
}

/** The next salary that an agent is to be paid. */
export type SalarySource = (read: Reader, agent: AgentCaller, now: Date) => Promise<Salary | null>;

/** What a briefing shows of one source: the rest waits until these are done. */
export const mostOfASource = 20;
