/** The source had more bytes than the caller allowed. */
export class BlobTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`blob is larger than ${maxBytes} bytes`);
    this.name = 'BlobTooLarge';
    this.maxBytes = maxBytes;
  }
}

/** The range begins after the last byte; the size is what a 416 answer has to tell. */
export class BlobRangeUnsatisfiable extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`range begins beyond the ${bytes} bytes of the blob`);
    this.name = 'BlobRangeUnsatisfiable';
    this.bytes = bytes;
  }
}

/** A key or content type that no caller may bring: a defect of the caller, not of its input. */
export class InvalidBlobName extends Error {
  constructor(what: string, value: string) {
    super(`invalid ${what}: ${JSON.stringify(value.slice(0, 100))}`);
    this.name = 'InvalidBlobName';
  }
}

/** The store fails or does not answer. The code makes it a 503, like any other peer that is away. */
export class BlobStoreAway extends Error {
  readonly code = 'ETIMEDOUT';
}
