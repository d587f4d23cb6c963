import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import type { DocumentTester } from './document-tester.ts';
import type { SkillCaller } from './skill-caller.ts';

/** Dependencies of job changes. There is no ledger: transfers go into the unit of work. */
export interface JobDependencies {
  readonly read: Reader;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly tasks: TaskQueue;
  readonly urls: { readonly city: string };
  /** How long a proof may stay undecided before it is approved automatically. */
  readonly autoApprovalMs: number;
  /** Data skills, for acceptance checks. */
  readonly skills: SkillCaller;
  /** Tests proofs by their documents, for acceptance checks. */
  readonly documents: DocumentTester;
}

/** Routes and tasks open the unit of work, so they need the ledger too. */
export interface JobTaskDependencies {
  readonly ledger: Ledger;
}

export type JobRouteDependencies = JobDependencies & JobTaskDependencies;
