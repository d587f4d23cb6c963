import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { address, getBase58Decoder } from '@solana/kit';
import { Type } from 'typebox';
import { usdcMint } from '../../payments/currency.ts';
import { deriveTokenAccount } from '../../payments/signed-payment.ts';
import type { Clock } from '../../platform/clock.ts';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { execute, mintData, type TokenAccount, tokenData, tokenProgram } from './programs.ts';
import { type ParsedTransaction, parseTransaction } from './transaction.ts';

const usdcDecimals = 6;
/** A blockhash is created this often and stays valid for this many periods, so a signed payment is valid for a minute. */
const blockhashMs = 10_000;
const validBlockhashes = 6;

interface ProcessedTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
  readonly base64: string;
  readonly accounts: readonly string[];
  /** Seconds since 1970. */
  readonly at: number;
}

const decodeRecord = jsonDecoder(Type.Object({ base64: Type.String(), at: Type.Number() }));

/**
 * An in-process Solana chain for testing payments. It checks signatures, blockhashes, owners and balances, and runs the
 * instructions of a USDC payment (TransferChecked of the token program, memos, compute budgets). Processed transactions
 * are appended to a file and replayed at the next start.
 */
export class LocalChain {
  readonly #clock: Clock;
  readonly #file: string;
  readonly #mints = new Map<string, { decimals: number }>([[usdcMint, { decimals: usdcDecimals }]]);
  #tokens = new Map<string, TokenAccount>();
  readonly #transactions: ProcessedTransaction[] = [];
  readonly #processedIds = new Set<string>();

  constructor({ clock, file }: { clock: Clock; file: string }) {
    this.#clock = clock;
    this.#file = file;
  }

  /** Creates the USDC account of a wallet with a balance in millionths. Call it before `replay`. */
  async fund(wallet: string, amount: bigint): Promise<void> {
    const account = await deriveTokenAccount(wallet, usdcMint);
    this.#tokens.set(account, { owner: address(wallet), mint: address(usdcMint), amount });
  }

  /** Restores the balances of the last run. */
  replay(): void {
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      // The last line of a killed process may be incomplete.
      const record = decodeRecord(line);
      if (record === unreadable) continue;
      const { base64, at } = record;
      const transaction = parseTransaction(base64);
      this.#record(transaction, this.#run(transaction, { keep: true }), at);
    }
  }

  get slot(): number {
    return this.#transactions.length + 1;
  }

  blockhash(): string {
    return blockhashOf(this.#period());
  }

  isBlockhashValid(hash: string): boolean {
    const now = this.#period();
    return Array.from({ length: validBlockhashes }, (_, age) => blockhashOf(now - age)).includes(hash);
  }

  async balanceOf(wallet: string): Promise<bigint> {
    return this.#tokens.get(await deriveTokenAccount(wallet, usdcMint))?.amount ?? 0n;
  }

  /** Account data of a mint or a token account; other accounts have none. */
  account(at: string): { data: Buffer; owner: string } | undefined {
    const [mint, token] = [this.#mints.get(at), this.#tokens.get(at)];
    if (mint) return { data: mintData(mint.decimals), owner: tokenProgram };
    return token && { data: tokenData(token), owner: tokenProgram };
  }

  tokensOf(account: string): bigint | undefined {
    return this.#tokens.get(account)?.amount;
  }

  /** The error that sending would cause, or null. Changes nothing. */
  simulate(base64: string, { verifySignatures }: { verifySignatures: boolean }): unknown {
    const transaction = parseTransaction(base64);
    return this.#errorBeforeRun(transaction, verifySignatures) ?? this.#run(transaction, { keep: false });
  }

  /** Processes a transaction and returns its signature. If its instructions fail it is recorded and moves nothing. */
  send(base64: string): string {
    const transaction = parseTransaction(base64);
    if (this.#processedIds.has(transaction.id)) return transaction.signature;
    const error = this.#errorBeforeRun(transaction, true);
    if (error) throw new Error(`Transaction simulation failed: ${error}`);
    const at = Math.floor(this.#clock.now().getTime() / 1_000);
    // Written first, so that a transaction reported as processed survives a crash.
    appendFileSync(this.#file, `${JSON.stringify({ base64, at })}\n`, { flush: true });
    this.#record(transaction, this.#run(transaction, { keep: true }), at);
    return transaction.signature;
  }

  find(signature: string): ProcessedTransaction | undefined {
    return this.#transactions.find((each) => each.signature === signature);
  }

  /** Newest first. */
  transactionsOf(account: string): ProcessedTransaction[] {
    return this.#transactions.filter((each) => each.accounts.includes(account)).reverse();
  }

  #period(): number {
    return Math.floor(this.#clock.now().getTime() / blockhashMs);
  }

  #errorBeforeRun(transaction: ParsedTransaction, verifySignatures: boolean): string | undefined {
    if (this.#processedIds.has(transaction.id)) return 'AlreadyProcessed';
    if (!this.isBlockhashValid(transaction.blockhash)) return 'BlockhashNotFound';
    return verifySignatures && !transaction.isSigned() ? 'SignatureFailure' : undefined;
  }

  /** Runs all instructions or none. */
  #run({ instructions, signers }: ParsedTransaction, { keep }: { keep: boolean }): unknown {
    const state = { mints: this.#mints, tokens: new Map(this.#tokens) };
    for (const [index, instruction] of instructions.entries()) {
      const error = execute(instruction, state, signers);
      if (error !== undefined) return { InstructionError: [index, error] };
    }
    if (keep) this.#tokens = state.tokens;
    return null;
  }

  #record({ signature, id, base64, accounts }: ParsedTransaction, err: unknown, at: number): void {
    this.#processedIds.add(id);
    this.#transactions.push({ signature, slot: this.slot, err, base64, accounts, at });
  }
}

const blockhashOf = (period: number): string =>
  getBase58Decoder().decode(createHash('sha256').update(`kith dev blockhash ${period}`).digest());
