import { createHash } from 'node:crypto';
import {
  address,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  lamports,
} from '@solana/kit';
import {
  AccountState,
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenDecoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';

const usdc = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const base58 = getBase58Decoder();

export interface Landed {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
  readonly base64: string;
  readonly accounts: readonly string[];
  readonly at: number;
}

const messageOf = (base64: string) => {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  const hash = createHash('sha256').update(Uint8Array.from(transaction.messageBytes)).digest('hex');
  return { transaction, hash };
};

const finalAfterSlots = 32;

/**
 * A Solana ledger in one process: the real token program in a LiteSVM. Two features of validators are added: a message
 * that was processed once is refused, whatever its signatures, and transactions can be looked up.
 */
export class SolanaLedger {
  readonly #svm = new LiteSVM().withTransactionHistory(100_000n);
  readonly #processed = new Set<string>();
  readonly landed: Landed[] = [];
  slot = 1;

  blockhash(): string {
    return this.#svm.latestBlockhash();
  }

  /** Expires the blockhash: transactions signed before can no longer land. */
  expireBlockhash(): void {
    this.#svm.expireBlockhash();
    this.slot += 151;
  }

  /**
   * Another fork replaces the slots that are not final: their transactions are gone, until the returned function lands
   * them again in the opposite order.
   */
  reorder(): () => void {
    const count = this.landed.filter(({ slot }) => slot > this.slot - finalAfterSlots).length;
    const moved = this.landed.splice(0, count);
    return () => {
      for (const each of moved) this.landed.unshift({ ...each, slot: ++this.slot });
    };
  }

  airdrop(to: string, amount: bigint): void {
    this.#svm.airdrop(address(to) as never, lamports(amount) as never);
  }

  /** USDC's mint at its mainnet address, so that a payer needs no configuration other than for real money. */
  placeMint(mint: string = usdc): void {
    const data = getMintEncoder().encode({
      mintAuthority: address(mint),
      supply: 0n,
      decimals: 6,
      isInitialized: true,
      freezeAuthority: null,
    });
    this.#place(mint, data as Uint8Array);
  }

  /** Creates a wallet's token account with this balance. */
  async fund(wallet: string, amount: bigint, mint: string = usdc): Promise<void> {
    const data = getTokenEncoder().encode({
      mint: address(mint),
      owner: address(wallet),
      amount,
      delegate: null,
      state: AccountState.Initialized,
      isNative: null,
      delegatedAmount: 0n,
      closeAuthority: null,
    });
    this.#place(await tokenAccount(wallet, mint), data as Uint8Array);
  }

  async balanceOf(wallet: string, mint: string = usdc): Promise<bigint> {
    const data = this.account(await tokenAccount(wallet, mint))?.data;
    return data ? getTokenDecoder().decode(data).amount : 0n;
  }

  account(at: string): { data: Uint8Array; lamports: bigint; owner: string } | undefined {
    const found = this.#svm.getAccount(address(at) as never);
    if (!found.exists) return undefined;
    return { data: found.data, lamports: BigInt(found.lamports), owner: found.programAddress };
  }

  /** The error that a validator would return, or null. */
  simulate(base64: string, verifySignatures: boolean): { err: unknown; logs: string[]; units: number } {
    const { transaction, hash } = messageOf(base64);
    if (this.#processed.has(hash)) return { err: 'AlreadyProcessed', logs: [], units: 0 };
    // A payment does not have its fee payer's signature yet, which LiteSVM would refuse.
    if (!verifySignatures) this.#svm.withSigverify(false);
    try {
      const result = this.#svm.simulateTransaction(transaction as never);
      const meta = result.meta();
      const err = result instanceof FailedTransactionMetadata ? errorOf(result) : null;
      return { err, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) };
    } finally {
      this.#svm.withSigverify(true);
    }
  }

  send(base64: string): string {
    const { transaction, hash } = messageOf(base64);
    const signature = base58.decode(Object.values(transaction.signatures)[0]!);
    if (this.#processed.has(hash)) return signature;
    const result = this.#svm.sendTransaction(transaction as never);
    const err = result instanceof FailedTransactionMetadata ? errorOf(result) : null;
    if (typeof err === 'string') throw new Error(`Transaction simulation failed: ${err}`);
    const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    this.#processed.add(hash);
    this.landed.unshift({
      signature,
      err,
      base64,
      slot: ++this.slot,
      accounts: [...staticAccounts],
      at: Math.floor(Date.now() / 1000),
    });
    return signature;
  }

  #place(at: string, data: Uint8Array): void {
    this.#svm.setAccount({
      address: address(at),
      data: new Uint8Array(data),
      executable: false,
      lamports: lamports(this.#svm.minimumBalanceForRentExemption(BigInt(data.length))),
      programAddress: TOKEN_PROGRAM_ADDRESS,
      space: BigInt(data.length),
    } as never);
  }
}

async function tokenAccount(wallet: string, mint: string = usdc): Promise<string> {
  const owner = { owner: address(wallet), mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS };
  return (await findAssociatedTokenPda(owner))[0];
}

const plainErrors: Record<number, string> = {
  2: 'AccountNotFound',
  4: 'InsufficientFundsForFee',
  6: 'AlreadyProcessed',
  7: 'BlockhashNotFound',
  9: 'MissingSignatureForFee',
  11: 'SignatureFailure',
};

/** In the form of a validator's TransactionError, as far as the packages read it. */
function errorOf(failed: FailedTransactionMetadata): unknown {
  const error = failed.err() as unknown as number | { index?: number; err?: () => unknown };
  if (typeof error === 'number') return plainErrors[error] ?? `TransactionError${error}`;
  if (error.index === undefined) return String(error);
  const inner = error.err?.() as number | { code?: number } | undefined;
  const code = typeof inner === 'object' ? { Custom: inner?.code } : inner;
  return { InstructionError: [error.index, code] };
}
