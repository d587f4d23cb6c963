import { createPublicKey, verify } from 'node:crypto';
import {
  type Address,
  getAddressEncoder,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit';
import { messageHash } from '../../payments/signed-payment.ts';

export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

/** A decoded wire transaction. */
export interface ParsedTransaction {
  readonly base64: string;
  /** Signature of the fee payer, which identifies the transaction on the chain. */
  readonly signature: string;
  /** Hash of the message, the same for all signatures. */
  readonly id: string;
  readonly blockhash: string;
  readonly feePayer: Address;
  readonly accounts: readonly Address[];
  /** Accounts whose signature the message requires. */
  readonly signers: readonly Address[];
  readonly instructions: readonly Instruction[];
  /** Whether every required signature is present and valid. */
  isSigned(): boolean;
}

const emptySignature = new Uint8Array(64);

/** Throws if this chain does not support the transaction. */
export function parseTransaction(base64: string): ParsedTransaction {
  const { messageBytes, signatures } = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const accounts = message.staticAccounts;
  const accountAt = (index: number): Address => {
    const found = accounts[index];
    if (!found) throw new Error('address lookup tables are not supported by the local chain');
    return found;
  };
  if (!('instructions' in message)) throw new Error('this transaction version is not supported');
  const signers = accounts.slice(0, message.header.numSignerAccounts);
  const bytes = Uint8Array.from(messageBytes);
  return {
    base64,
    signature: getBase58Decoder().decode(signatures[accountAt(0)] ?? emptySignature),
    id: messageHash(bytes).toString('hex'),
    blockhash: message.lifetimeToken,
    feePayer: accountAt(0),
    accounts,
    signers,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      program: accountAt(programAddressIndex),
      accounts: accountIndices.map(accountAt),
      data: Uint8Array.from(data ?? []),
    })),
    isSigned: () => signers.every((each) => isSignatureOf(each, bytes, signatures[each])),
  };
}

function isSignatureOf(
  signer: Address,
  message: Uint8Array,
  signature: Uint8Array | null | undefined,
): boolean {
  if (!signature) return false;
  const x = Buffer.from(getAddressEncoder().encode(signer)).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, Uint8Array.from(signature));
}
