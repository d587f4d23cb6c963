import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import type { RefuseCredential } from '../moderation/screen.ts';

/** Dependencies of the upload routes. */
export interface UploadDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly urls: { readonly city: string };
  readonly refuseCredential: RefuseCredential;
}
