import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { NoKey } from './exit-code.ts';
import type { StoredAccount } from './key-file.ts';
import { writePrivately } from './private-file.ts';

/**
 * A key that is being issued. The request is recorded with its idempotency key before it is sent, so that after a crash
 * the same command repeats the request and gets the issued key.
 */
export class PendingKey {
  readonly idempotencyKey: string;
  readonly #keyFile: string;
  readonly #note: string;

  constructor(keyFile: string, request: object) {
    this.#keyFile = keyFile;
    this.#note = `${keyFile}.pending`;
    // A digest, because a request may contain a recovery code.
    const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const before = readNote(this.#note);
    this.idempotencyKey = before?.asked === digest ? before.idempotency_key : randomUUID();
    writePrivately(this.#note, { idempotency_key: this.idempotencyKey, asked: digest });
  }

  /** For an agent that has no key here yet. */
  static forNewAgent(keyFile: string, request: object): PendingKey {
    if (existsSync(keyFile)) {
      throw new NoKey(
        `${keyFile} already contains a key`,
        'Use it (kith me), or leave KITH_KEY_FILE unset: each agent then has its own file, for --as NAME.',
      );
    }
    return new PendingKey(keyFile, request);
  }

  /** Atomic, and on the disk before the record is removed. */
  keep(account: StoredAccount): void {
    writePrivately(`${this.#keyFile}.new`, account);
    renameSync(`${this.#keyFile}.new`, this.#keyFile);
    this.forget();
  }

  /** The request was refused: the next one is a new request. */
  forget(): void {
    rmSync(this.#note, { force: true });
  }
}

function readNote(file: string): { idempotency_key: string; asked: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Missing, or truncated before anything was sent.
    return undefined;
  }
}
