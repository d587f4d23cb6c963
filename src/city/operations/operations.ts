import { type Static, Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';

/** A webhook that failed permanently. */
interface FailedDelivery {
  readonly id: number;
  readonly message_id: string;
  readonly owner: string;
  readonly url: string;
  readonly type: string;
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly last_at: Date | null;
  readonly created_at: Date;
}

const bytes = (description: string) => Type.Integer({ description });

export const storageSchema = Type.Object({
  database: bytes('Size of the database in bytes.'),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      bytes: bytes('With its indexes.'),
      rows: Type.Integer({ description: 'Number of rows, as the planner estimates it.' }),
    }),
    { description: 'The largest tables.' },
  ),
  files: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer(), bytes: Type.Integer() })),
  free: nullable(bytes('Bytes free on the disk of the data directory; null if files are in a bucket.')),
});
export type StorageUse = Static<typeof storageSchema>;

export const versionsSchema = Type.Object({
  kith: Type.String(),
  node: Type.String(),
  postgres: Type.String(),
  schema: Type.String({ description: 'The baseline, or the migration applied last.' }),
  platform: Type.String(),
});
export type Versions = Static<typeof versionsSchema>;

/** Operator's view of both services and the machine. The application passes it in. */
export interface Operations {
  failedDeliveries(limit: number, before?: number): Promise<readonly FailedDelivery[]>;
  storage(): Promise<StorageUse>;
  versions(): Promise<Versions>;
}
