import { getBase64Encoder, getTransactionDecoder } from '@solana/kit';
import { messageHash, type SignedPayment, tokenAccountOf } from './signed-payment.ts';
import { usdcMint } from './usdc.ts';

const timeoutMs = 5_000;
/** Of an account's newest transactions; a payer with more in the minute of a doubt stays in doubt. */
const lookedThrough = 100;

/** `never`: it is not there and too old to come, or it failed. `open`: not there yet. */
export type Outcome =
  | { readonly is: 'paid'; readonly transaction: string }
  | { readonly is: 'never' }
  | { readonly is: 'open' };

interface Listed {
  readonly signature: string;
  readonly err: unknown;
  readonly blockTime: number | null;
}

/** The chain itself, asked where nobody else can say: at the start, and when the outcome of a settlement is in doubt. */
export class Chain {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Nobody makes the account of a payee: without it every payment to that wallet fails. */
  async hasTokenAccount(wallet: string): Promise<boolean> {
    const account = await tokenAccountOf(wallet, usdcMint);
    const options = { encoding: 'base64', commitment: 'confirmed' };
    const found = await this.#ask<{ value: unknown }>('getAccountInfo', [account, options]);
    return found.value !== null;
  }

  /** Whether the very transaction that was signed has landed, whoever sent it. */
  async outcomeOf({ id, blockhash, transfer }: SignedPayment, payTo: string, since: Date): Promise<Outcome> {
    const account = transfer?.source ?? (await tokenAccountOf(payTo, usdcMint));
    // Asked first, and of the finalized chain: what is not seen below can then not come any more.
    const canLand = await this.#ask<{ value: boolean }>('isBlockhashValid', [
      blockhash,
      { commitment: 'finalized' },
    ]);
    const listed = await this.#ask<Listed[]>('getSignaturesForAddress', [
      account,
      { limit: lookedThrough, commitment: 'confirmed' },
    ]);
    const earliest = since.getTime() / 1000 - 120;
    for (const { signature, err, blockTime } of listed) {
      if (blockTime !== null && blockTime < earliest) break;
      if (!(await this.#isSame(signature, id))) continue;
      return err === null ? { is: 'paid', transaction: signature } : { is: 'never' };
    }
    return { is: canLand.value || listed.length === lookedThrough ? 'open' : 'never' };
  }

  async #isSame(signature: string, id: Buffer): Promise<boolean> {
    const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const found = await this.#ask<{ transaction: [string, string] } | null>('getTransaction', [
      signature,
      options,
    ]);
    if (!found) return false;
    const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(found.transaction[0]));
    return messageHash(messageBytes).equals(id);
  }

  async #ask<T>(method: string, params: unknown[]): Promise<T> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { result, error } = (await response.json()) as { result?: T; error?: { message?: string } };
    if (error || result === undefined)
      throw new Error(`${method}: ${error?.message ?? `status ${response.status}`}`);
    return result;
  }
}
