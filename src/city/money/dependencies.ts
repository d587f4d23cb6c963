import type { Sequencer } from '../../ledger/sequencer.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { AgentNames } from '../identity/agent-names.ts';

/** Dependencies of the money routes. */
export interface MoneyDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly transaction: Transact;
  readonly sequencer: Sequencer;
  readonly agentNames: AgentNames;
  /** Supplied by the areas that own jobs and companies, which money must not import. */
  readonly canPin: (tx: Tx, jobId: number) => Promise<boolean>;
  readonly companyName: (tx: Tx, name: string) => Promise<string | undefined>;
}
