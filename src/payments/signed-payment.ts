import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { base58 } from '@scure/base';
import {
  type Address,
  address,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
} from '@solana/kit';
import { decodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentPayload } from '@x402/core/types';
import { decodeTransactionFromPayload } from '@x402/svm';
import { Type } from 'typebox';
import { unreadable, valueDecoder } from '../platform/decode.ts';

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const transferChecked = 12;

/** Fields required to read a payment; all others are passed on to the facilitator. */
const decodePayment = valueDecoder(
  Type.Object({
    x402Version: Type.Literal(2),
    accepted: Type.Object({
      scheme: Type.String(),
      network: Type.Unsafe<PaymentPayload['accepted']['network']>(Type.String({ pattern: ':' })),
      asset: Type.String(),
      amount: Type.String(),
      payTo: Type.String(),
      maxTimeoutSeconds: Type.Number(),
      extra: Type.Record(Type.String(), Type.Unknown()),
    }),
    payload: Type.Object({ transaction: Type.String() }),
  }),
);

interface TokenTransfer {
  readonly amount: bigint;
  readonly mint: string;
  readonly source: string;
  readonly destination: string;
}

/** The message of a transaction: what its payer and its fee payer sign. */
export interface TransactionMessage {
  /** The signed bytes: signed by the payer before sending and by the fee payer at submission. */
  readonly bytes: Uint8Array;
  readonly feePayer: string;
  readonly blockhash: string;
  /** Undefined if the transfer is nested in another program's call, which only a simulation can reveal. */
  readonly transfer: TokenTransfer | undefined;
}

/** A payment as received: a transaction that is signed by its payer. */
export interface SignedPayment {
  readonly payload: PaymentPayload;
  /** Hash of the transaction's message, which does not depend on its signatures. */
  readonly id: Buffer;
  readonly message: TransactionMessage;
}

export const messageHash = (messageBytes: ArrayLike<number>): Buffer =>
  createHash('sha256').update(Uint8Array.from(messageBytes)).digest();

/** Throws if the header is not an x402 v2 payment for Solana. */
export function readPayment(header: string): SignedPayment {
  const payload = decodePayment(decodePaymentSignatureHeader(header));
  if (payload === unreadable) throw new Error('not an x402 version 2 payment');
  const { messageBytes } = decodeTransactionFromPayload(payload.payload);
  return { payload, id: messageHash(messageBytes), message: readMessage(messageBytes) };
}

export function readMessage(messageBytes: ArrayLike<number>): TransactionMessage {
  const bytes = Uint8Array.from(messageBytes);
  const message = getCompiledTransactionMessageDecoder().decode(bytes);
  return {
    bytes,
    feePayer: message.staticAccounts[0] ?? '',
    blockhash: message.lifetimeToken,
    transfer: findTransfer(message),
  };
}

const verifySignature = promisify<string | null, Uint8Array, KeyObject, Uint8Array, boolean>(verify);

/** Tells whether a transaction id is this message's: on Solana it is the fee payer's signature of the message. */
export function transactionMatcher({ bytes, feePayer }: TransactionMessage) {
  const x = Buffer.from(base58.decode(feePayer)).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return async (transaction: string): Promise<boolean> => {
    try {
      return await verifySignature(null, bytes, key, base58.decode(transaction));
    } catch {
      return false;
    }
  };
}

interface CompiledMessage {
  readonly staticAccounts: readonly Address[];
  readonly instructions: readonly {
    readonly programAddressIndex: number;
    readonly accountIndices?: readonly number[];
    readonly data?: ArrayLike<number>;
  }[];
}

function findTransfer({ staticAccounts, instructions }: CompiledMessage): TokenTransfer | undefined {
  for (const { programAddressIndex, accountIndices = [], data } of instructions) {
    const program = staticAccounts[programAddressIndex];
    const isToken = program === tokenProgram || program === token2022Program;
    if (!isToken || data?.[0] !== transferChecked || data.length < 10) continue;
    const [source, mint, destination] = accountIndices.map((index) => staticAccounts[index]);
    // From an address lookup table: unknown without querying the chain.
    if (!source || !mint || !destination) return undefined;
    return { source, mint, destination, amount: Buffer.from(data).readBigUInt64LE(1) };
  }
  return undefined;
}

/** The USDC token account of a wallet. */
export async function deriveTokenAccount(wallet: string, mint: string): Promise<string> {
  const encode = getAddressEncoder();
  const [account] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds: [encode.encode(address(wallet)), encode.encode(tokenProgram), encode.encode(address(mint))],
  });
  return account;
}
