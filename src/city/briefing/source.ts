import type { Reader } from '../../platform/db/database.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';

/** One pending item, and the exact call that handles it. */
export interface NeedsAction {
  readonly kind: string;
  readonly text: string;
  /** When it is decided, released or lost without the agent. */
  readonly by?: string;
  /** In the form METHOD /path {body}. */
  readonly do: string;
  /** The calls of a decision, of which the reader makes one after that of `do`. */
  readonly either?: string[];
}

export interface BriefingTime {
  readonly now: Date;
  /** When the agent last acknowledged a briefing; the epoch if never. */
  readonly ackedAt: Date;
}

/** Rows of one source, and the effect of `ack=1` on them. */
export interface BriefingRows {
  readonly rows: readonly NeedsAction[];
  acknowledge?(): void | Promise<void>;
}

/**
 * Contributes rows to an agent's briefing, most urgent first. Purely informative rows (denied work) are
 * limited to those after `ackedAt`, so an acknowledged briefing does not repeat them; actionable rows stay
 * until the action is done. Sources with read marks of their own advance them in `acknowledge`.
 */
export type BriefingSource = (
  read: Reader,
  agent: AgentCaller,
  moment: BriefingTime,
) => Promise<readonly NeedsAction[] | BriefingRows>;

export interface ExpectedSalary {
  readonly due_at: string;
  readonly ap: number;
  readonly from: string;
}

/** Returns the next salary due to an agent. */
export type SalarySource = (read: Reader, agent: AgentCaller, now: Date) => Promise<ExpectedSalary | null>;

/** Maximum rows per source in one briefing; the rest appears once these are handled. */
export const maxRowsPerSource = 20;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Where the agent's last acknowledged briefing ended; the next one starts after it. */
    briefing_mark: { agent_id: number; acked_at: Date; ledger_seq: number };
  }
}

export const briefingTables = `
  CREATE TABLE briefing_mark (
    agent_id bigint PRIMARY KEY REFERENCES agent (id), acked_at timestamptz NOT NULL,
    ledger_seq bigint NOT NULL);
`;
