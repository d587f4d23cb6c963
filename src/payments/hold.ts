import type { PaymentRequirements } from '@x402/core/types';
import type { Receipt } from './offer.ts';
import type { Intent, PaymentRow, PaymentState } from './tables.ts';
import { network } from './usdc.ts';

/** A payment in one request's hands. Whatever it writes counts only while it holds it. */
export interface Hold {
  readonly id: Buffer;
  readonly holder: string;
  readonly createdAt: Date;
  readonly route: string;
  readonly payTo: string;
  readonly sought: { readonly blockhash: string | null; readonly source: string | null };
  readonly intent: Intent | null;
  /** It was sent to be settled before, by a request that did not learn or tell what became of it. */
  readonly asked: boolean;
  released: boolean;
  state: PaymentState;
  terms: PaymentRequirements | null;
  transaction: string | null;
  payer: string | null;
  answer: Buffer | null;
}

/** The hold was lost: another request took the payment over and will bring it to its end. */
export class HoldLost extends Error {}

export function holdOf(row: PaymentRow, holder: string): Hold {
  const { id, state, terms, transaction, payer, answer } = row;
  const asked = state === 'settling';
  return {
    id,
    holder,
    createdAt: row.created_at,
    route: row.route,
    payTo: row.pay_to,
    sought: { blockhash: row.blockhash, source: row.source },
    intent: row.intent,
    asked,
    released: false,
    state,
    terms,
    transaction,
    payer,
    answer,
  };
}

export function receiptOf({ transaction, payer }: Pick<Hold, 'transaction' | 'payer'>): Receipt {
  return { success: true, transaction: transaction ?? '', network, ...(payer && { payer }) };
}
