import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { NoKey } from './exit-code.ts';
import type { Account } from './key-file.ts';

/**
 * A registration on its way. What was asked for is written down before it is asked, under its idempotency key: whatever
 * dies in between, the same command again is the same registration, and brings the key that was issued.
 */
export class PendingRegistration {
  readonly idempotencyKey: string;
  readonly #keyFile: string;
  readonly #note: string;

  constructor(keyFile: string, asked: object) {
    if (existsSync(keyFile)) {
      throw new NoKey(
        `${keyFile} holds a key already`,
        'Use it (kith me), or name another file for a second agent: KITH_KEY_FILE=./second.json kith register …',
      );
    }
    this.#keyFile = keyFile;
    this.#note = `${keyFile}.pending`;
    mkdirSync(path.dirname(keyFile), { recursive: true, mode: 0o700 });
    const text = JSON.stringify(asked);
    const before = readNote(this.#note);
    this.idempotencyKey = before?.asked === text ? before.idempotency_key : randomUUID();
    writePrivately(this.#note, { idempotency_key: this.idempotencyKey, asked: text });
  }

  /** Whole or not at all, and on the disk before the note of it goes. */
  keep(account: Account): void {
    writePrivately(`${this.#keyFile}.new`, account);
    renameSync(`${this.#keyFile}.new`, this.#keyFile);
    this.forget();
  }

  /** It was refused: the next one is another. */
  forget(): void {
    rmSync(this.#note, { force: true });
  }
}

function readNote(file: string): { idempotency_key: string; asked: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // None, or one that was cut short before anything was asked.
    return undefined;
  }
}

function writePrivately(file: string, content: object): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    // Whatever the umask made of it, or a file that was there.
    fchmodSync(handle, 0o600);
    writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
