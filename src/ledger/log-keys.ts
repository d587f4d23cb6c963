import { createHash } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import { BadSetting } from '../platform/config/setting.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { sealResponse, unsealResponse } from '../platform/http/idempotency.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import { handoverKind, signHandover } from './proof/handover.ts';
import { type NoteSigner, noteSigner } from './proof/note.ts';

export interface LogKey {
  readonly generation: number;
  readonly vkey: string;
  readonly created_at: Date;
  readonly signs_until: Date | null;
  readonly handover: string | null;
}

interface StoredKey extends LogKey {
  readonly seed: Buffer | null;
}

/** Newest first: it signs, together with its predecessor during a handover. */
export type Signers = readonly [NoteSigner, ...NoteSigner[]];

/**
 * The name of the log and its signing keys. The name is stored, because it must outlive its keys; the first
 * key is derived from the deployment's key, its successors are random and stored encrypted under it.
 */
export class LogKeys {
  readonly #read: Reader;
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #serverKey: ServerKey;
  readonly #signers = new Map<string, NoteSigner>();
  #origin: Promise<string> | undefined;

  constructor(deps: { read: Reader; transaction: Transact; clock: Clock; serverKey: ServerKey }) {
    this.#read = deps.read;
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
    this.#serverKey = deps.serverKey;
  }

  get origin(): Promise<string> {
    this.#origin ??= this.#establish().catch((error: unknown) => {
      this.#origin = undefined;
      throw error;
    });
    return this.#origin;
  }

  /** Every key that ever signed, newest first. */
  async all(): Promise<LogKey[]> {
    await this.origin;
    return (await this.#stored(this.#read)).map(({ seed: _, ...key }) => key);
  }

  /**
   * The current signers. Read each time: another process may perform a handover. A key signs from the entry
   * that names it on, so that a reader of the entries always finds the handover.
   */
  async signers(read: Reader | Tx = this.#read): Promise<Signers> {
    const origin = await this.origin;
    const now = this.#clock.now();
    const unsealed = await read
      .selectFrom('ledger_entry')
      .select('memo')
      .where('seq', 'is', null)
      .where('kind', '=', handoverKind)
      .execute();
    const named = (await this.#stored(read)).filter(
      ({ handover }) => !unsealed.some(({ memo }) => memo === handover),
    );
    const active = named.filter(({ signs_until }, i) => i === 0 || signs_until === null || signs_until > now);
    const [newest, ...older] = active.map((key) => this.#createSigner(origin, key));
    if (!newest) throw new Error('the ledger has no signing key');
    return [newest, ...older];
  }

  /**
   * Adds a key named by the newest one, which continues to sign for `overlapMs`. Returns the handover note.
   */
  async add(tx: Tx, seed: Buffer, overlapMs: number): Promise<{ vkey: string; handover: string }> {
    const origin = await this.origin;
    await tx.selectFrom('ledger_log').select('id').where('id', '=', 1).forUpdate().execute();
    const [newest] = await this.#stored(tx);
    if (!newest) throw new Error('the ledger has no signing key');
    const now = this.#clock.now();
    const after = noteSigner(origin, seed);
    const handover = signHandover(this.#createSigner(origin, newest), after, now);
    await tx
      .updateTable('ledger_key')
      .set({ signs_until: new Date(now.getTime() + overlapMs) })
      .where('generation', '=', newest.generation)
      .execute();
    await tx
      .insertInto('ledger_key')
      .values({
        generation: newest.generation + 1,
        vkey: after.vkey,
        seed: sealResponse(this.#storageKey, seed.toString('hex')),
        created_at: now,
        signs_until: null,
        handover,
      })
      .execute();
    return { vkey: after.vkey, handover };
  }

  get #storageKey(): Buffer {
    return this.#serverKey.derive('ledger key storage');
  }

  #stored(read: Reader | Tx): Promise<StoredKey[]> {
    return read
      .selectFrom('ledger_key')
      .select(['generation', 'vkey', 'seed', 'created_at', 'signs_until', 'handover'])
      .orderBy('generation', 'desc')
      .execute();
  }

  #createSigner(origin: string, { vkey, seed }: StoredKey): NoteSigner {
    const known = this.#signers.get(vkey);
    if (known) return known;
    const secret = seed
      ? Buffer.from(unsealResponse(this.#storageKey, seed), 'hex')
      : this.#serverKey.derive('ledger checkpoints');
    const signer = noteSigner(origin, secret);
    this.#signers.set(vkey, signer);
    return signer;
  }

  /** A city created before the name was stored keeps the one derived from its key. */
  async #establish(): Promise<string> {
    const seed = this.#serverKey.derive('ledger checkpoints');
    const id = createHash('sha256').update(noteSigner('kith', seed).vkey).digest('hex').slice(0, 8);
    const find = () =>
      this.#read.selectFrom('ledger_log').select('origin').where('id', '=', 1).executeTakeFirst();
    const stored = (await find()) ?? (await this.#create(`kith-ledger-${id}`, seed).then(find));
    if (!stored) throw new Error('the name of the ledger was not stored');
    const first = noteSigner(stored.origin, seed);
    const key = await this.#read
      .selectFrom('ledger_key')
      .select('vkey')
      .where('generation', '=', 0)
      .executeTakeFirst();
    if (key?.vkey !== first.vkey)
      throw new BadSetting(
        `the signing key of this deployment is not the one that signs this ledger (${key?.vkey}): restore KITH_SIGNING_KEY or the file signing-key. To change the ledger's key run: kith ledger rotate-key`,
      );
    return stored.origin;
  }

  #create(origin: string, seed: Buffer): Promise<void> {
    const { vkey } = noteSigner(origin, seed);
    return this.#transaction(async (tx) => {
      await tx
        .insertInto('ledger_log')
        .values({ id: 1, origin })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { origin: kept } = await tx
        .selectFrom('ledger_log')
        .select('origin')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      if (kept !== origin) return;
      await tx
        .insertInto('ledger_key')
        .values({
          generation: 0,
          vkey,
          seed: null,
          created_at: this.#clock.now(),
          signs_until: null,
          handover: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }
}

/** The list of keys as served, and as published beside the tiles. */
export async function publishedKeys(keys: LogKeys) {
  return {
    origin: await keys.origin,
    keys: (await keys.all()).map(({ vkey, created_at, signs_until, handover }) => ({
      vkey,
      created_at: created_at.toISOString(),
      signs_until: signs_until?.toISOString() ?? null,
      handover,
    })),
  };
}
