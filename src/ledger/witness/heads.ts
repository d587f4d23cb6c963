import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { makeDir } from '../../platform/make-dir.ts';
import { replaceFile } from '../../platform/replace-file.ts';

/** The last head of a log that this witness cosigned. */
export interface WitnessedHead {
  readonly origin: string;
  readonly size: number;
  /** In base64. */
  readonly root: string;
  /** With the signatures of the log and the witness. */
  readonly note: string;
}

const decodeHead = jsonDecoder(
  Type.Object({
    origin: Type.String(),
    size: Type.Integer({ minimum: 0 }),
    root: Type.String(),
    note: Type.String(),
  }),
);

export const originHash = (origin: string): string => createHash('sha256').update(origin).digest('hex');

/**
 * The heads a witness has seen, one file per log. A head is on disk before it is returned, or a crash would
 * roll it back.
 */
export class WitnessedHeads {
  readonly #dir: string;
  readonly #heads = new Map<string, WitnessedHead>();

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(dir: string): Promise<WitnessedHeads> {
    await makeDir(dir, 0o700);
    const heads = new WitnessedHeads(dir);
    for (const name of await readdir(dir)) {
      if (!/^[0-9a-f]{64}\.json$/.test(name)) continue;
      const head = decodeHead(await readFile(path.join(dir, name), 'utf8'));
      // A damaged file must prevent startup: losing a head would let the log fork.
      if (head === unreadable || `${originHash(head.origin)}.json` !== name)
        throw new Error(
          `${path.join(dir, name)} is damaged: restore it; without it the log could be rolled back unnoticed`,
        );
      heads.#heads.set(head.origin, head);
    }
    return heads;
  }

  of(origin: string): WitnessedHead | undefined {
    return this.#heads.get(origin);
  }

  ofHash(hash: string): WitnessedHead | undefined {
    return this.#heads.values().find(({ origin }) => originHash(origin) === hash);
  }

  async keep(head: WitnessedHead): Promise<void> {
    await this.#write(`${originHash(head.origin)}.json`, `${JSON.stringify(head)}\n`);
    this.#heads.set(head.origin, head);
  }

  /** Stores two heads of one log that cannot both be valid, for investigation. */
  async keepConflict(origin: string, seen: string, other: string): Promise<string> {
    const id = createHash('sha256').update(other).digest('hex').slice(0, 16);
    const name = `${originHash(origin)}.conflict-${id}.txt`;
    await this.#write(name, `${seen}\n----\n${other}`);
    return path.join(this.#dir, name);
  }

  async #write(name: string, text: string): Promise<void> {
    await replaceFile(path.join(this.#dir, name), text);
  }
}
