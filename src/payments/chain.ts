import { getBase64Encoder, getTransactionDecoder } from '@solana/kit';
import { type Static, type TSchema, Type } from 'typebox';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { deriveTokenAccount, messageHash } from './signed-payment.ts';
import { usdcMint } from './usdc.ts';

const timeoutMs = 5_000;
const maxBytes = 1_024 * 1_024;
/** Newest transactions of an account that are searched; a payer with more within a minute stays in doubt. */
const maxSearchedSignatures = 100;

/** `never`: it failed, or is absent and too old to land. `open`: not known yet. */
export type TransactionOutcome =
  | { readonly is: 'paid'; readonly transaction: string }
  | { readonly is: 'never' }
  | { readonly is: 'open' };

/**
 * Identifies a transaction on the chain: the message's hash, its blockhash, and the token account it pays
 * from.
 */
export interface TransactionQuery {
  readonly id: Buffer;
  readonly blockhash: string;
  readonly source: string | undefined;
}

const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Response schema of each RPC method; any other response means "unknown", never "no". */
const results = {
  getAccountInfo: Type.Object({ value: nullable(Type.Object({})) }),
  isBlockhashValid: Type.Object({ value: Type.Boolean() }),
  getSignaturesForAddress: Type.Array(
    Type.Object({
      signature: Type.String({ minLength: 1 }),
      err: Type.Unknown(),
      blockTime: Type.Optional(nullable(Type.Number())),
    }),
  ),
  getTransaction: nullable(Type.Object({ transaction: Type.Tuple([Type.String(), Type.String()]) })),
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
  getTransaction: replySchema(results.getTransaction),
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

  /** Whether the signed transaction has landed, regardless of who sent it. */
  async findOutcome(
    { id, blockhash, source }: TransactionQuery,
    payTo: string,
    since: Date,
  ): Promise<TransactionOutcome> {
    const account = source ?? (await deriveTokenAccount(payTo, usdcMint));
    // Queried first, on the finalized chain: a transaction not found below can then no longer land.
    const canLand = await this.#ask('isBlockhashValid', [blockhash, { commitment: 'finalized' }]);
    const listed = await this.#ask('getSignaturesForAddress', [
      account,
      { limit: maxSearchedSignatures, commitment: 'confirmed' },
    ]);
    const earliest = since.getTime() / 1000 - 120;
    let isUnknown = canLand.value || listed.length === maxSearchedSignatures;
    for (const { signature, err, blockTime } of listed) {
      if (typeof blockTime === 'number' && blockTime < earliest) break;
      const same = await this.#isSame(signature, id);
      if (same === 'unknown') isUnknown = true;
      else if (same) return err === null ? { is: 'paid', transaction: signature } : { is: 'never' };
    }
    return { is: isUnknown ? 'open' : 'never' };
  }

  /**
   * A node may list a signature before it can return the transaction: null means unknown, not a different
   * one.
   */
  async #isSame(signature: string, id: Buffer): Promise<boolean | 'unknown'> {
    const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const found = await this.#ask('getTransaction', [signature, options]);
    if (!found) return 'unknown';
    const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(found.transaction[0]));
    return messageHash(messageBytes).equals(id);
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
