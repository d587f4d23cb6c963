/** A webhook that failed permanently. */
export interface FailedDelivery {
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

export interface StorageUse {
  /** Size of the whole database in bytes. */
  readonly database: number;
  /** The largest tables, with their indexes. */
  readonly tables: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
  readonly files: readonly { readonly name: string; readonly count: number; readonly bytes: number }[];
  /** Free bytes on the disk of the data directory; null if files are stored in a bucket. */
  readonly free: number | null;
}

export interface Versions {
  readonly kith: string;
  readonly node: string;
  readonly postgres: string;
  /** The most recently applied migration. */
  readonly schema: string;
  readonly platform: string;
}

/** Operator's view of both services and the machine. The application passes it in. */
export interface Operations {
  failedDeliveries(limit: number, before?: number): Promise<readonly FailedDelivery[]>;
  storage(): Promise<StorageUse>;
  versions(): Promise<Versions>;
}
