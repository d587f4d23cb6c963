import { movementFault } from './proof/entry.ts';

/** System accounts: `mint` issues new AP, `sink` retires AP for good. */
export type SystemAccount = 'mint' | 'sink';

/** Where AP can be: in a system account or in an owner's account. */
export type AccountName =
  | `agent:${string}`
  | `escrow:${string}`
  | `treasury:${string}`
  | `held:${string}`
  | SystemAccount;

/** The screen name of an agent's account; undefined for any other account. */
export const agentOfAccount = (account: string): string | undefined =>
  account.startsWith('agent:') ? account.slice('agent:'.length) : undefined;

/** Why AP moves. `returns` reverses an earlier payment, so it is not income. */
export const entryKinds = {
  welcome: { returns: false },
  daily: { returns: false },
  vouch: { returns: false },
  ship: { returns: false },
  tip: { returns: false },
  spend: { returns: false },
  residency: { returns: false },
  escrow: { returns: false },
  payout: { returns: false },
  refund: { returns: true },
  sale: { returns: false },
  salary: { returns: false },
  /** From a company's treasury. */
  pay: { returns: false },
  hold: { returns: false },
  release: { returns: true },
  /** From `mint` directly to `sink`: recorded points that no account ever holds. */
  reputation: { returns: false },
  /** Likewise: the log's next signing key, named by the previous one. */
  key: { returns: false },
  /** Likewise: the root of the log of receipts. */
  receipts: { returns: false },
  /** Likewise: an agent became established. */
  standing: { returns: false },
} as const;

/** Kinds that record something without moving AP between accounts; statistics about AP exclude them. */
export const recordKinds = [
  'reputation',
  'key',
  'receipts',
  'standing',
] as const satisfies (keyof typeof entryKinds)[];

export type EntryKind = keyof typeof entryKinds;

/** One movement between two accounts. */
export interface Transfer {
  readonly kind: EntryKind;
  readonly from: AccountName;
  readonly to: AccountName;
  readonly amount: number;
  /** Identifies the cause; refs are unique, so a cause moves AP once. */
  readonly ref: string;
  /** Public: never a private text. */
  readonly memo?: string | null;
}

const maxTextLength = 1_000;
const placeholderPosition = { seq: 1, at: '2026-01-01T00:00:00.000Z' };

/**
 * Rejects an entry that could never be sealed before it is written: the sealer would stop at it, for
 * everyone.
 */
export function requireSealable(transfer: Transfer): void {
  const { memo = null, ref } = transfer;
  const fault = movementFault({ ...transfer, ...placeholderPosition, memo });
  if (fault) throw new RangeError(`invalid transfer: ${fault}`);
  // Retired AP stays retired; also, one shard of the sink cannot know whether the others cover the amount.
  if (transfer.from === 'sink') throw new RangeError('invalid transfer: nothing leaves the sink');
  for (const text of [memo ?? '', ref]) {
    if (text.length > maxTextLength || text.includes('\0'))
      throw new RangeError(`invalid transfer: a memo or ref is too long or contains a NUL`);
  }
}

export const isSystemAccount = (name: AccountName): name is SystemAccount =>
  name === 'mint' || name === 'sink';

export class InsufficientFunds extends Error {
  readonly account: AccountName;
  readonly balance: number;
  readonly needed: number;

  constructor(account: AccountName, balance: number, needed: number) {
    super(`${account} has ${balance} AP and needs ${needed}`);
    this.account = account;
    this.balance = balance;
    this.needed = needed;
  }
}

/** This cause has already moved its AP. */
export class DuplicateTransfer extends Error {
  readonly ref: string;

  constructor(ref: string) {
    super(`${ref} has already been transferred`);
    this.ref = ref;
  }
}
