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
  /** The checkpoint with all its signatures so far. */
  readonly note: string;
  readonly cosignatures: number;
}

/** The stored head contradicts an earlier signature: nothing is signed until an operator has investigated. */
class HistoryRewritten extends Error {}

const columns = ['size', 'root', 'at', 'note', 'cosignatures'] as const;

/**
 * Signs the end of the chain and stores the checkpoint. At most one per interval, so that frequent requests
 * do not create a tree head, and its partial tiles, for every size.
 */
export class Checkpoints {
  readonly keys: LogKeys;
  readonly #read: Reader;
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #intervalMs: number;
  /** With witnesses, heads are signed and published by the task that submits them. */
  readonly #witnessed: boolean;
  readonly #onError: (error: unknown) => void;
  #last: { head: SignedHead; madeMs: number } | undefined;

  constructor(deps: {
    read: Reader;
    transaction: Transact;
    clock: Clock;
    keys: LogKeys;
    intervalMs: number;
    witnessed: boolean;
    onError: (error: unknown) => void;
  }) {
    this.keys = deps.keys;
    this.#read = deps.read;
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
    this.#intervalMs = deps.intervalMs;
    this.#witnessed = deps.witnessed;
    this.#onError = deps.onError;
  }

  /** The published key that verifies the latest checkpoints. */
  async vkey(): Promise<string> {
    return (await this.keys.signers())[0].vkey;
  }

  /**
   * The latest published checkpoint. Without witnesses a new one is signed first, unless the last is too
   * recent.
   */
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
      // An earlier checkpoint stays valid, and readers can hold the ledger to it.
      const signed = error instanceof HistoryRewritten ? await this.#newest(true) : undefined;
      if (!signed) throw error;
      this.#onError(error);
      return this.#remember(signed);
    }
  }

  /** Signs the end of the chain, unless it is already signed. */
  async sign(): Promise<SignedHead> {
    const [end, last] = await Promise.all([readHead(this.#read), this.#newest(false)]);
    const root = Frontier.fromBuffer(end.frontier).root();
    if (last && last.size >= end.seq) {
      if (last.size > end.seq || !last.root.equals(root))
        throw new HistoryRewritten(
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

  /** Published checkpoints with fewer entries than `below`, newest first. */
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
