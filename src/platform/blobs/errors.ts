/** The source had more bytes than the caller allowed. */
export class BlobTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`blob is larger than ${maxBytes} bytes`);
    this.name = 'BlobTooLarge';
    this.maxBytes = maxBytes;
  }
}

/** The range starts after the last byte; a 416 response states the size. */
export class BlobRangeUnsatisfiable extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`range begins beyond the ${bytes} bytes of the blob`);
    this.name = 'BlobRangeUnsatisfiable';
    this.bytes = bytes;
  }
}

/** An invalid key or content type: a bug of the calling code, not of its input. */
export class InvalidBlobName extends Error {
  constructor(what: string, value: string) {
    super(`invalid ${what}: ${JSON.stringify(value.slice(0, 100))}`);
    this.name = 'InvalidBlobName';
  }
}

/** The store fails or does not respond. The code maps to a 503, as for any other unavailable peer. */
export class BlobStoreUnavailable extends Error {
  readonly code = 'ETIMEDOUT';
}
