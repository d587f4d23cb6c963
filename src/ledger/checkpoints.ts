import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact } from '../platform/db/transaction.ts';
import { readHead } from './entries.ts';
import type { LogKeys } from './log-keys.ts';
import { signCheckpoint } from './proof/checkpoint.ts';
import { Frontier } from './proof/merkle.ts';

export interface SignedHead {
  readonly size: number;
  readonly root: Buffer;
  readonly at: Date;
  /** The checkpoint with all signatures it has so far. */
  readonly note: string;
  readonly cosignatures: number;
}

/** The stored head contradicts what was signed before: nothing is signed until an operator has looked. */
class RewrittenHistory extends Error {}

const columns = ['size', 'root', 'at', 'note', 'cosignatures'] as const;

/**
 * Signs the end of the chain and keeps what it signed. At most one checkpoint per interval, so that a reader who asks
 * often does not make a tree head, and the partial tiles it owes, of every size.
 */
export class Checkpoints {
  readonly keys: LogKeys;
  readonly #read: Reader;
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #intervalMs: number;
  /** With witnesses, heads are made and published by the task that asks them. */
  readonly #witnessed: boolean;
  readonly #onError: (error: unknown) => void;
  #last: { head: SignedHead; madeMs: number } | undefined;

  constructor(parts: {
    read: Reader;
    transaction: Transact;
    clock: Clock;
    keys: LogKeys;
    intervalMs: number;
    witnessed: boolean;
    onError: (error: unknown) => void;
  }) {
    this.keys = parts.keys;
    this.#read = parts.read;
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#intervalMs = parts.intervalMs;
    this.#witnessed = parts.witnessed;
    this.#onError = parts.onError;
  }

  /** The published key that the newest checkpoints are verified with. */
  async vkey(): Promise<string> {
    return (await this.keys.signers())[0].vkey;
  }

  /** The newest published checkpoint. Without witnesses a newer one is made first, unless the last is too young. */
  async newest(): Promise<SignedHead> {
    if (this.#witnessed) {
      const published = await this.#newest(true);
      if (published) return published;
    }
    const { head, madeMs } = this.#last ?? {};
    if (head && madeMs !== undefined && performance.now() - madeMs < this.#intervalMs) return head;
    try {
      return await this.sign();
    } catch (error) {
      // What was signed before stays true and is what a reader can hold against the ledger.
      const signed = error instanceof RewrittenHistory ? await this.#newest(true) : undefined;
      if (!signed) throw error;
      this.#onError(error);
      return this.#remember(signed);
    }
  }

  /** Signs the end of the chain, unless that was signed before. */
  async sign(): Promise<SignedHead> {
    const [end, last] = await Promise.all([readHead(this.#read), this.#newest(false)]);
    const root = Frontier.fromBuffer(end.frontier).root();
    if (last && last.size >= end.seq) {
      if (last.size > end.seq || !last.root.equals(root))
        throw new RewrittenHistory(
          `a checkpoint of ${last.size} entries was signed that the ledger of ${end.seq} entries contradicts`,
        );
      return this.#remember(last);
    }
    const head: SignedHead = {
      size: end.seq,
      root,
      at: this.#clock.now(),
      note: signCheckpoint(await this.keys.signers(), end.seq, root),
      cosignatures: 0,
    };
    const written = await this.#transaction((tx) =>
      tx
        .insertInto('ledger_checkpoint')
        .values({ ...head, published: !this.#witnessed })
        .onConflict((conflict) => conflict.doNothing())
        .returning('size')
        .executeTakeFirst(),
    );
    return written ? this.#remember(head) : this.sign();
  }

  /** Published checkpoints, the newest first, of fewer entries than `below`. */
  kept(limit: number, below = Number.MAX_SAFE_INTEGER): Promise<SignedHead[]> {
    return this.#read
      .selectFrom('ledger_checkpoint')
      .select(columns)
      .where('published', '=', true)
      .where('size', '<', below)
      .orderBy('size', 'desc')
      .limit(limit)
      .execute();
  }

  async #newest(publishedOnly: boolean): Promise<SignedHead | undefined> {
    let query = this.#read.selectFrom('ledger_checkpoint').select(columns).orderBy('size', 'desc').limit(1);
    if (publishedOnly) query = query.where('published', '=', true);
    return query.executeTakeFirst();
  }

  #remember(head: SignedHead): SignedHead {
    this.#last = { head, madeMs: performance.now() };
    return head;
  }
}
