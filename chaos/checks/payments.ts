import { getBase64Encoder, getTransactionDecoder } from '@solana/kit';
import { messageHash, readPayment } from '../../src/payments/signed-payment.ts';
import { isAcknowledged } from '../load/operation.ts';
import type { Purchase } from '../load/payments.ts';
import type { PaymentSetup } from '../site/payment-setup.ts';
import type { Site } from '../site/site.ts';

/** State of the chain and of the payee's wallet at the start of a round. */
export interface PaymentTotals {
  readonly landed: number;
  readonly earned: bigint;
}

export const readPaymentTotals = async ({ ledger, earned }: PaymentSetup): Promise<PaymentTotals> => ({
  landed: ledger.landed.length,
  earned: await earned(),
});

interface PaymentFindings {
  /** Payments without a response, and responses without a payment. */
  readonly lost: string[];
  readonly doubled: string[];
  readonly problems: string[];
}

/**
 * Checks that every response was settled once, every settlement has a response, and the wallet holds their
 * sum.
 */
export async function checkPayments(
  { sql }: Pick<Site, 'sql'>,
  setup: PaymentSetup,
  before: PaymentTotals,
  purchases: readonly Purchase[],
): Promise<PaymentFindings> {
  const { ledger } = setup;
  // Newest first.
  const landed = ledger.landed
    .slice(0, ledger.landed.length - before.landed)
    .filter(({ err }) => err === null);
  const signatures = new Map(landed.map(({ base64, signature }) => [idOfTransaction(base64), signature]));
  const found: PaymentFindings = { lost: [], doubled: [], problems: [] };
  let due = 0n;
  for (const { operation, payments, price, receipt } of purchases) {
    const { mark } = operation;
    const charged = payments.flatMap((payment) => signatures.get(idOfPayment(payment)) ?? []);
    if (charged.length > 1) found.doubled.push(mark);
    if (charged.length > 0 !== isAcknowledged(operation)) found.lost.push(mark);
    if (isAcknowledged(operation) && receipt !== charged[0])
      found.problems.push(`${mark}: its receipt names ${receipt}, and ${charged[0]} was charged`);
    due += BigInt(charged.length) * price;
  }
  const known = new Set(purchases.flatMap(({ payments }) => payments.map(idOfPayment)));
  for (const [id, signature] of signatures)
    if (!known.has(id)) found.problems.push(`${signature} was settled and nobody had asked for it`);
  const earned = (await setup.earned()) - before.earned;
  if (earned !== due) found.problems.push(`the payee earned ${earned}, and what was charged comes to ${due}`);
  const open = await sql<{ state: string; route: string }>(
    `SELECT state, route FROM payment WHERE state = 'settling' OR (state = 'settled' AND answer IS NULL)`,
  );
  found.problems.push(...open.map(({ state, route }) => `a payment for ${route} stays ${state}`));
  return found;
}

const idOfPayment = (header: string): string => readPayment(header).id.toString('hex');

function idOfTransaction(base64: string): string {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  return messageHash(messageBytes).toString('hex');
}
