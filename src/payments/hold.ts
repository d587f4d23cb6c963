import type { PaymentRequirements } from '@x402/core/types';
import type { Receipt } from './offer.ts';
import type { Intent, PaymentRow, PaymentState } from './tables.ts';
import { network } from './usdc.ts';

/** A payment held by one request. Its writes take effect only while it holds the payment. */
export interface PaymentHold {
  readonly id: Buffer;
  readonly holder: string;
  readonly createdAt: Date;
  readonly route: string;
  readonly payTo: string;
  readonly sought: { readonly blockhash: string | null; readonly source: string | null };
  readonly intent: Intent | null;
  /** An earlier request sent it to be settled without learning or returning the outcome. */
  readonly wasSettling: boolean;
  released: boolean;
  state: PaymentState;
  terms: PaymentRequirements | null;
  transaction: string | null;
  payer: string | null;
  answer: Buffer | null;
}

/** The hold was lost: another request took over the payment and will complete it. */
export class HoldLost extends Error {}

export function toHold(row: PaymentRow, holder: string): PaymentHold {
  const { id, state, terms, transaction, payer, answer } = row;
  const wasSettling = state === 'settling';
  return {
    id,
    holder,
    createdAt: row.created_at,
    route: row.route,
    payTo: row.pay_to,
    sought: { blockhash: row.blockhash, source: row.source },
    intent: row.intent,
    wasSettling,
    released: false,
    state,
    terms,
    transaction,
    payer,
    answer,
  };
}

export function toReceipt({ transaction, payer }: Pick<PaymentHold, 'transaction' | 'payer'>): Receipt {
  return { success: true, transaction: transaction ?? '', network, ...(payer && { payer }) };
}
