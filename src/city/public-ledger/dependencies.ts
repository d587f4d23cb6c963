import type { Checkpoints } from '../../ledger/checkpoints.ts';
import type { RecomputedTree } from '../../ledger/recomputed-tree.ts';
import type { WitnessAddress } from '../../ledger/witness-list.ts';
import type { Reader } from '../../platform/db/database.ts';

/** Read-only dependencies of the public ledger. */
export interface PublicLedgerDependencies {
  readonly read: Reader;
  readonly checkpoints: Checkpoints;
  readonly recomputedTree: RecomputedTree;
  readonly witnesses: readonly WitnessAddress[];
  readonly urls: { readonly city: string };
}
