import { address } from '@solana/kit';
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token';
import type { TokenAccount } from './programs.ts';

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
