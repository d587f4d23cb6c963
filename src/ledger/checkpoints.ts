import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { minuteMs } from '../platform/duration.ts';
import { readHead } from './entries.ts';
import type { LogKeys } from './log-keys.ts';
import { signCheckpoint } from './proof/checkpoint.ts';
import { dateLines } from './proof/cosignature.ts';
import { Frontier } from './proof/merkle.ts';
import { linesOf, splitNote } from './proof/note.ts';

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

const columns = ['size', 'root', 'at', 'note', 'cosignatures', 'dated_at'] as const;
/** The last checkpoint of a ledger without new entries is dated again, to show readers that it is current. */
const dateMs = minuteMs;

interface StoredHead extends SignedHead {
  readonly dated_at: Date;
}

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

  /** Signs the end of the chain, unless it is already signed and recently dated. */
  async sign(): Promise<SignedHead> {
    const [end, last] = await Promise.all([readHead(this.#read), this.#newest(false)]);
    // A process that starts may have a restored database: it dates what it signs, however recent it seems.
    const isSigned = last?.size === end.seq && last.root.equals(Frontier.fromBuffer(end.frontier).root());
    if (isSigned && this.#last && this.#isDated(last)) return this.#remember(last);
    return this.#remember(await this.#transaction((tx) => this.#write(tx)));
  }

  async #write(tx: Tx): Promise<SignedHead> {
    await this.keys.origin;
    // One process at a time, so that a larger head never has an older date than a smaller one.
    await tx.selectFrom('ledger_log').select('id').where('id', '=', 1).forUpdate().execute();
    const signers = await this.keys.signers(tx);
    const end = await readHead(tx);
    const last = await this.#newest(false, tx);
    const root = Frontier.fromBuffer(end.frontier).root();
    if (last && (last.size > end.seq || (last.size === end.seq && !last.root.equals(root))))
      throw new HistoryRewritten(
        `a checkpoint of ${last.size} entries was signed that the ledger of ${end.seq} entries contradicts`,
      );
    const now = this.#clock.now();
    const at = last && last.dated_at > now ? last.dated_at : now;
    const note = signCheckpoint(signers, end.seq, root);
    const dates = dateLines(signers, splitNote(note).text, at);
    if (last?.size === end.seq) {
      const dated = {
        ...last,
        note: note + dates + linesOf(last.note, (name) => name !== signers[0].name),
        dated_at: at,
      };
      await tx
        .updateTable('ledger_checkpoint')
        .set({ note: dated.note, dated_at: at })
        .where('size', '=', last.size)
        .execute();
      return dated;
    }
    const head = { size: end.seq, root, at, note: note + dates, cosignatures: 0, dated_at: at };
    await tx
      .insertInto('ledger_checkpoint')
      .values({ ...head, published: !this.#witnessed })
      .execute();
    return head;
  }

  #isDated({ dated_at }: StoredHead): boolean {
    return this.#clock.now().getTime() - dated_at.getTime() < dateMs;
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

  async #newest(publishedOnly: boolean, read: Reader | Tx = this.#read): Promise<StoredHead | undefined> {
    let query = read.selectFrom('ledger_checkpoint').select(columns).orderBy('size', 'desc').limit(1);
    if (publishedOnly) query = query.where('published', '=', true);
    return query.executeTakeFirst();
  }

  #remember(head: SignedHead): SignedHead {
    this.#last = { head, madeMs: performance.now() };
    return head;
  }
}
