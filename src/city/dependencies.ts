import type { Checkpoints } from '../ledger/checkpoints.ts';
import type { NewestEntries } from '../ledger/newest-entries.ts';
import type { RecomputedTree } from '../ledger/recomputed-tree.ts';
import type { Sequencer } from '../ledger/sequencer.ts';
import type { Ledger } from '../ledger/transfer.ts';
import type { WitnessAddress } from '../ledger/witness-list.ts';
import type { Payments } from '../payments/payments.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { OnReplica, Reader } from '../platform/db/database.ts';
import type { Transact } from '../platform/db/transaction.ts';
import type { EventBus } from '../platform/events/bus.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { LanguageModel } from '../platform/model/language-model.ts';
import type { Dns } from '../platform/outbound/dns.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { TaskQueue } from '../platform/scheduler/queue.ts';
import type { MintPolicy } from './economy/policy.ts';
import type { HookSender } from './events/hooks.ts';
import type { DocumentTester } from './jobs/document-tester.ts';
import type { SkillCaller } from './jobs/skill-caller.ts';
import type { Operations } from './operations/operations.ts';
import type { CityRetention } from './retention-tasks.ts';

/** What the application passes to the city. */
export interface CityDependencies {
  readonly read: Reader;
  readonly onReplica: OnReplica;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly blobs: BlobStore;
  readonly ledger: Ledger;
  readonly sequencer: Sequencer;
  readonly checkpoints: Checkpoints;
  readonly recomputedTree: RecomputedTree;
  readonly newestEntries: NewestEntries;
  readonly witnesses: readonly WitnessAddress[];
  readonly tasks: TaskQueue;
  readonly outbound: Outbound;
  readonly dns: Dns;
  readonly model: LanguageModel | undefined;
  readonly autoApprovalMs: number;
  readonly metrics: Metrics;
  readonly urls: { readonly city: string };
  /** Without it, the admin routes do not exist. */
  readonly adminToken: string | undefined;
  readonly mintPolicy: MintPolicy;
  readonly payments: Payments | undefined;
  readonly hookSender: HookSender;
  readonly operations: Operations;
  readonly skills: SkillCaller;
  readonly documents: DocumentTester;
  readonly retention: CityRetention;
  readonly onError: (error: unknown) => void;
}
