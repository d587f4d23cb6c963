import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { address, getBase58Decoder } from '@solana/kit';
import { Type } from 'typebox';
import { tokenAccountOf } from '../../payments/signed-payment.ts';
import { usdcMint } from '../../payments/usdc.ts';
import type { Clock } from '../../platform/clock.ts';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { mintData, tokenData } from './account-data.ts';
import { execute, type TokenAccount, tokenProgram } from './programs.ts';
import { type ReadTransaction, readTransaction } from './transaction.ts';

const usdcDecimals = 6;
/** A blockhash is made this often and good for so many of them: a signed payment can land for a minute. */
const blockhashMs = 10_000;
const goodBlockhashes = 6;

interface Landed {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
  readonly base64: string;
  readonly accounts: readonly string[];
  /** Seconds since 1970. */
  readonly at: number;
}

const decodeLanded = jsonDecoder(Type.Object({ base64: Type.String(), at: Type.Number() }));

/**
 * A Solana of one process for trying payments: it checks signatures, blockhashes, owners and balances and runs what a
 * payment in USDC is made of (the token program's TransferChecked, memos, compute budgets). Whatever landed is kept in
 * a file and replayed at the next start.
 */
export class LocalChain {
  readonly #clock: Clock;
  readonly #file: string;
  readonly #mints = new Map<string, { decimals: number }>([[usdcMint, { decimals: usdcDecimals }]]);
  #tokens = new Map<string, TokenAccount>();
  readonly #landed: Landed[] = [];
  readonly #processed = new Set<string>();

  constructor({ clock, file }: { clock: Clock; file: string }) {
    this.#clock = clock;
    this.#file = file;
  }

  /** Gives a wallet its USDC account with so many millionths in it. To be called before `replay`. */
  async fund(wallet: string, amount: bigint): Promise<void> {
    const account = await tokenAccountOf(wallet, usdcMint);
    this.#tokens.set(account, { owner: address(wallet), mint: address(usdcMint), amount });
  }

  /** Brings the balances to where the last run left them. */
  replay(): void {
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      // The last line of a process that was killed may be cut.
      const landed = decodeLanded(line);
      if (landed === unreadable) continue;
      const { base64, at } = landed;
      const transaction = readTransaction(base64);
      this.#record(transaction, this.#run(transaction, { keep: true }), at);
    }
  }

  get slot(): number {
    return this.#landed.length + 1;
  }

  blockhash(): string {
    return blockhashOf(this.#period());
  }

  isBlockhashGood(hash: string): boolean {
    const now = this.#period();
    return Array.from({ length: goodBlockhashes }, (_, age) => blockhashOf(now - age)).includes(hash);
  }

  async balanceOf(wallet: string): Promise<bigint> {
    return this.#tokens.get(await tokenAccountOf(wallet, usdcMint))?.amount ?? 0n;
  }

  /** What a node shows of a mint or of a token account; nothing else has data here. */
  account(at: string): { data: Buffer; owner: string } | undefined {
    const [mint, token] = [this.#mints.get(at), this.#tokens.get(at)];
    if (mint) return { data: mintData(mint.decimals), owner: tokenProgram };
    return token && { data: tokenData(token), owner: tokenProgram };
  }

  tokensOf(account: string): bigint | undefined {
    return this.#tokens.get(account)?.amount;
  }

  /** The error that sending would meet, or null; nothing is changed. */
  simulate(base64: string, { verifySignatures }: { verifySignatures: boolean }): unknown {
    const transaction = readTransaction(base64);
    return this.#obstacle(transaction, verifySignatures) ?? this.#run(transaction, { keep: false });
  }

  /** Lands a transaction; its signature. One whose instructions fail lands too, and moves nothing. */
  send(base64: string): string {
    const transaction = readTransaction(base64);
    if (this.#processed.has(transaction.id)) return transaction.signature;
    const obstacle = this.#obstacle(transaction, true);
    if (obstacle) throw new Error(`Transaction simulation failed: ${obstacle}`);
    const at = Math.floor(this.#clock.now().getTime() / 1_000);
    // Written first: what a payer was told has landed is there after a crash.
    appendFileSync(this.#file, `${JSON.stringify({ base64, at })}\n`, { flush: true });
    this.#record(transaction, this.#run(transaction, { keep: true }), at);
    return transaction.signature;
  }

  find(signature: string): Landed | undefined {
    return this.#landed.find((each) => each.signature === signature);
  }

  /** Newest first. */
  landedOf(account: string): Landed[] {
    return this.#landed.filter((each) => each.accounts.includes(account)).reverse();
  }

  #period(): number {
    return Math.floor(this.#clock.now().getTime() / blockhashMs);
  }

  #obstacle(transaction: ReadTransaction, verifySignatures: boolean): string | undefined {
    if (this.#processed.has(transaction.id)) return 'AlreadyProcessed';
    if (!this.isBlockhashGood(transaction.blockhash)) return 'BlockhashNotFound';
    return verifySignatures && !transaction.isSigned() ? 'SignatureFailure' : undefined;
  }

  /** All instructions or none. */
  #run({ instructions, signers }: ReadTransaction, { keep }: { keep: boolean }): unknown {
    const bank = { mints: this.#mints, tokens: new Map(this.#tokens) };
    for (const [index, instruction] of instructions.entries()) {
      const error = execute(instruction, bank, signers);
      if (error !== undefined) return { InstructionError: [index, error] };
    }
    if (keep) this.#tokens = bank.tokens;
    return null;
  }

  #record({ signature, id, base64, accounts }: ReadTransaction, err: unknown, at: number): void {
    this.#processed.add(id);
    this.#landed.push({ signature, slot: this.slot, err, base64, accounts, at });
  }
}

const blockhashOf = (period: number): string =>
  getBase58Decoder().decode(createHash('sha256').update(`kith dev blockhash ${period}`).digest());
