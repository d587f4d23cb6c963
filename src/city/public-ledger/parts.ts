import type { Checkpoints } from '../../ledger/checkpoints.ts';
import type { TreePasses } from '../../ledger/tree-passes.ts';
import type { WitnessAddress } from '../../ledger/witness-list.ts';
import type { Reader } from '../../platform/db/database.ts';

/** Read-only dependencies of the public ledger. */
export interface PublicLedgerParts {
  readonly read: Reader;
  readonly checkpoints: Checkpoints;
  readonly treePasses: TreePasses;
  readonly witnesses: readonly WitnessAddress[];
  readonly urls: { readonly city: string };
}
