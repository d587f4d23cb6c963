/** One request under one key; `seal` encrypts the stored response if it contains a secret. */
export interface IdempotencyRecord {
  /** Equal for requests with the same key. */
  readonly id: string;
  readonly scope: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  readonly seal: Buffer | undefined;
}
