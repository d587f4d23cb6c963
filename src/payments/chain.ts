import { type Static, type TSchema, Type } from 'typebox';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import { hourMs } from '../platform/duration.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { usdcMint } from './currency.ts';
import { deriveTokenAccount, type TransactionMessage, transactionMatcher } from './signed-payment.ts';

const timeoutMs = 5_000;
const maxBytes = 1_024 * 1_024;
/** Solana's limit of signatures per call. */
const pageSize = 1_000;
/** A payer signs on a blockhash that is final or becomes final within this time; until then it may be unknown to a node. */
const finalizedWithinMs = 30_000;
/** Our clock may be wrong, and a block's time is an estimate: a false "never" would be a charge for nothing. */
const clockToleranceMs = hourMs;

/** `never`: it failed, or is absent and too old to land. `open`: not known yet. */
export type TransactionOutcome =
  | { readonly is: 'paid'; readonly transaction: string }
  | { readonly is: 'never' }
  /** `searchedTo`: it can no longer land, and is not among the signatures from here on. */
  | { readonly is: 'open'; readonly searchedTo?: string };

export interface TransactionQuery {
  readonly message: TransactionMessage;
  readonly payTo: string;
  /** When the payment was received. */
  readonly since: Date;
  readonly now: Date;
  readonly maxPages: number;
  /** Where an earlier search stopped. */
  readonly searchedTo?: string | null;
}

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Response schema of each RPC method; any other response means "unknown", never "no". */
const results = {
  getAccountInfo: Type.Object({ value: nullable(Type.Object({})) }),
  isBlockhashValid: Type.Object({ context: Type.Object({ slot: Type.Number() }), value: Type.Boolean() }),
  getSignaturesForAddress: Type.Array(
    Type.Object({
      signature: Type.String({ minLength: 1 }),
      err: Type.Unknown(),
      blockTime: Type.Optional(nullable(Type.Number())),
    }),
  ),
};
type Method = keyof typeof results;

const replySchema = <S extends TSchema>(result: S) =>
  jsonDecoder(
    Type.Object({
      result: Type.Optional(result),
      error: Type.Optional(Type.Object({ message: Type.Optional(Type.String()) })),
    }),
  );
const decoders = {
  getAccountInfo: replySchema(results.getAccountInfo),
  isBlockhashValid: replySchema(results.isBlockhashValid),
  getSignaturesForAddress: replySchema(results.getSignaturesForAddress),
};

/** Solana RPC client, used at start and when the outcome of a settlement is in doubt. */
export class SolanaChain {
  readonly #url: string;
  readonly #outbound: Outbound;

  constructor({ url, outbound }: { url: string; outbound: Outbound }) {
    this.#url = url;
    this.#outbound = outbound;
  }

  /** Payers do not create the payee's token account: without it every payment to that wallet fails. */
  async hasTokenAccount(wallet: string): Promise<boolean> {
    const account = await deriveTokenAccount(wallet, usdcMint);
    const options = { encoding: 'base64', commitment: 'confirmed' };
    const found = await this.#ask('getAccountInfo', [account, options]);
    return found.value !== null;
  }

  /**
   * Whether the transaction has landed, regardless of who sent it. The account's signatures are read from the newest
   * to those that are older than the payment; each is compared by cryptography, without reading its transaction.
   */
  async findOutcome(query: TransactionQuery): Promise<TransactionOutcome> {
    const { message, payTo, since, now, maxPages, searchedTo } = query;
    const account = message.transfer?.source ?? (await deriveTokenAccount(payTo, usdcMint));
    const matches = transactionMatcher(message);
    // Queried first: a transaction that is not found below can then no longer land.
    const { hasExpired, slot } = await this.#readExpiry(message.blockhash);
    const isFinal = hasExpired && now.getTime() - since.getTime() > finalizedWithinMs;
    const notFound: TransactionOutcome = { is: isFinal ? 'never' : 'open' };
    const earliest = (since.getTime() - clockToleranceMs) / 1_000;
    let before = searchedTo ?? undefined;
    // While it can land, only the newest matter: an older page is read once, when it no longer can.
    for (let page = 0; page < (hasExpired ? maxPages : 1); page++) {
      const listed = await this.#ask('getSignaturesForAddress', [
        account,
        // A node behind the one that answered above would not list the newest.
        { limit: pageSize, commitment: 'confirmed', minContextSlot: slot, ...(before && { before }) },
      ]);
      for (const { signature, err, blockTime } of listed) {
        if (typeof blockTime === 'number' && blockTime < earliest) return notFound;
        if (await matches(signature))
          return err === null ? { is: 'paid', transaction: signature } : { is: 'never' };
      }
      if (listed.length < pageSize) return notFound;
      before = listed.at(-1)?.signature;
    }
    return { is: 'open', ...(isFinal && before && { searchedTo: before }) };
  }

  /** A new blockhash is unknown to the finalized chain, an expired one is invalid on both. */
  async #readExpiry(blockhash: string): Promise<{ hasExpired: boolean; slot: number }> {
    const newest = await this.#ask('isBlockhashValid', [blockhash, { commitment: 'processed' }]);
    const final = await this.#ask('isBlockhashValid', [blockhash, { commitment: 'finalized' }]);
    return { hasExpired: !newest.value && !final.value, slot: final.context.slot };
  }

  async #ask<M extends Method>(method: M, params: unknown[]): Promise<Static<(typeof results)[M]>> {
    const { status, body } = await this.#outbound.fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      timeoutMs,
      maxBytes,
    });
    const reply = decoders[method](body);
    if (reply === unreadable) throw new Error(`${method}: invalid response, status ${status}`);
    const { result, error } = reply;
    if (error || result === undefined) throw new Error(`${method}: ${error?.message ?? `status ${status}`}`);
    return result as Static<(typeof results)[M]>;
  }
}
