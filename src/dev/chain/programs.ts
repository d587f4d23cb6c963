import { type Address, address } from '@solana/kit';
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token';
import type { Instruction } from './transaction.ts';

export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111');
const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Error codes of the token program. */
const tokenErrors = { insufficientFunds: 1, mintMismatch: 3, ownerMismatch: 4, decimalsMismatch: 18 };

const transferChecked = 12;

export interface TokenAccount {
  readonly owner: Address;
  readonly mint: Address;
  readonly amount: bigint;
}

/** State that the instructions of one transaction read and change; discarded unless all of them succeed. */
interface TokenState {
  readonly mints: ReadonlyMap<string, { readonly decimals: number }>;
  readonly tokens: Map<string, TokenAccount>;
}

/** Runs one instruction. Returns the error as a validator reports it, or undefined. */
export function execute(
  { program, accounts, data }: Instruction,
  state: TokenState,
  signers: readonly Address[],
): unknown {
  // Compute limits and prices have no effect: this chain charges no fees.
  if (program === computeBudgetProgram) return undefined;
  if (program === memoProgram)
    return accounts.every((each) => signers.includes(each)) ? undefined : 'MissingRequiredSignature';
  if (program !== tokenProgram) return 'UnsupportedProgramId';
  if (data[0] !== transferChecked || data.length !== 10) return 'InvalidInstructionData';
  return transfer(accounts, data, state, signers);
}

/** TransferChecked of the token program: source, mint, destination, owner. */
function transfer(
  [from, mintAt, to, owner]: readonly Address[],
  data: Uint8Array,
  { mints, tokens }: TokenState,
  signers: readonly Address[],
): unknown {
  if (!from || !mintAt || !to || !owner) return 'NotEnoughAccountKeys';
  const [source, destination, mint] = [tokens.get(from), tokens.get(to), mints.get(mintAt)];
  if (!source || !destination || !mint) return 'InvalidAccountData';
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const amount = view.getBigUint64(1, true);
  if (source.amount < amount) return { Custom: tokenErrors.insufficientFunds };
  if (source.mint !== mintAt || destination.mint !== mintAt) return { Custom: tokenErrors.mintMismatch };
  if (view.getUint8(9) !== mint.decimals) return { Custom: tokenErrors.decimalsMismatch };
  if (source.owner !== owner) return { Custom: tokenErrors.ownerMismatch };
  if (!signers.includes(owner)) return 'MissingRequiredSignature';
  tokens.set(from, { ...source, amount: source.amount - amount });
  // Read again, because a transfer to the same account must change nothing.
  const receiving = tokens.get(to) ?? destination;
  tokens.set(to, { ...receiving, amount: receiving.amount + amount });
  return undefined;
}

/** Encodes a mint as the token program stores it. */
export const mintData = (decimals: number): Buffer =>
  Buffer.from(
    getMintEncoder().encode({
      mintAuthority: null,
      supply: 0n,
      decimals,
      isInitialized: true,
      freezeAuthority: null,
    }),
  );

/** Encodes a token account as the token program stores it. */
export const tokenData = ({ owner, mint, amount }: TokenAccount): Buffer =>
  Buffer.from(
    getTokenEncoder().encode({
      mint: address(mint),
      owner: address(owner),
      amount,
      delegate: null,
      state: AccountState.Initialized,
      isNative: null,
      delegatedAmount: 0n,
      closeAuthority: null,
    }),
  );
