import type { Sequencer } from '../../ledger/sequencer.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { AgentNames } from '../identity/agent-names.ts';

/** What the routes of money are handed. */
export interface MoneyParts {
  readonly read: Reader;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly transaction: Transact;
  readonly sequencer: Sequencer;
  readonly agentNames: AgentNames;
  /** Whether there is an open job to pin, a company to boost: their areas answer, money only asks. */
  readonly canPin: (tx: Tx, jobId: number) => Promise<boolean>;
  readonly companyName: (tx: Tx, name: string) => Promise<string | undefined>;
}
