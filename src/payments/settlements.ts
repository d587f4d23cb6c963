import type { PaymentRequirements } from '@x402/core/types';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Log } from '../platform/log.ts';
import type { SolanaChain, TransactionOutcome } from './chain.ts';
import { network, usdcMint } from './currency.ts';
import { settlementUnknown } from './errors.ts';
import type { Facilitator, Settlement } from './facilitator.ts';
import type { Challenges, PaidCall } from './offer.ts';
import { receiptHeader } from './offer.ts';
import type { PaymentHold, PaymentRecords } from './records.ts';
import { deriveTokenAccount, type SignedPayment, transactionMatcher } from './signed-payment.ts';

/** A request waits for this much of a payer's history; the reconciler reads the rest. */
const maxPages = 3;

interface SettlementDependencies {
  readonly log: Log;
  readonly clock: Clock;
  readonly facilitator: Facilitator;
  readonly records: PaymentRecords;
  readonly chain: SolanaChain;
  readonly challenges: Challenges;
}

/** Verifies and settles payments through the facilitator; in doubt, the chain decides. */
export class Settlements {
  readonly #deps: SettlementDependencies;

  constructor(deps: SettlementDependencies) {
    this.#deps = deps;
  }

  /** The requirements, once the payment matches the offer and would succeed. */
  async verify(call: PaidCall, { payload, message }: SignedPayment): Promise<PaymentRequirements> {
    const { transfer } = message;
    const { facilitator, challenges } = this.#deps;
    const terms = await facilitator.matching(challenges.toTerms(call.offer), payload);
    if (!terms) throw await challenges.challenge(call, 'the payment accepts different terms');
    // Checked here too, so that nothing readable from the transaction depends on trusting the facilitator.
    const wrong = transfer && (await findMismatch(transfer, terms));
    if (wrong) throw await challenges.challenge(call, wrong);
    const refused = await facilitator.verify(payload, terms);
    if (refused !== undefined) throw await challenges.challenge(call, `the payment is not valid: ${refused}`);
    return terms;
  }

  async settle(call: PaidCall, hold: PaymentHold, payment: SignedPayment): Promise<void> {
    const { facilitator, records, challenges, log } = this.#deps;
    if (!hold.terms) throw new Error('a payment is being settled without terms');
    const settlement = await verifyTransaction(
      await facilitator.settle(payment.payload, hold.terms),
      payment,
    );
    if (settlement.outcome === 'settled')
      return records.recordSettled(hold, settlement.transaction, settlement.payer ?? null);
    // An earlier settlement attempt may have landed whatever the facilitator says now: the chain decides.
    const inDoubt = settlement.outcome === 'unknown' || hold.wasSettling;
    const outcome: TransactionOutcome = inDoubt ? await this.#onChain(hold, payment) : { is: 'never' };
    const facts = { payment: hold.id.toString('hex'), reason: settlement.reason, outcome: outcome.is };
    log.warn(facts, 'a settlement failed');
    if (outcome.is === 'paid') return records.recordSettled(hold, outcome.transaction, null);
    if (outcome.is === 'open') throw settlementUnknown(settlement.reason);
    hold.state = 'held';
    const refusal = await challenges.challenge(call, `the payment did not settle: ${settlement.reason}`);
    const receipt = { success: false, errorReason: settlement.reason, transaction: '', network };
    throw new Refusal(
      refusal.kind,
      refusal.message,
      refusal.hint,
      { ...refusal.headers, 'payment-response': receiptHeader(receipt) },
      refusal.more,
    );
  }

  async #onChain(hold: PaymentHold, payment: SignedPayment): Promise<TransactionOutcome> {
    const { chain, clock, log } = this.#deps;
    try {
      return await chain.findOutcome({
        message: payment.message,
        payTo: hold.payTo,
        since: hold.createdAt,
        now: clock.now(),
        maxPages,
      });
    } catch (error) {
      log.warn({ err: error }, 'the chain could not be queried about a settlement in doubt');
      return { is: 'open' };
    }
  }
}

/**
 * A transaction that is not this payment's proves nothing, even if the facilitator claims it as settlement.
 */
async function verifyTransaction(settlement: Settlement, { message }: SignedPayment): Promise<Settlement> {
  if (settlement.outcome !== 'settled' || (await transactionMatcher(message)(settlement.transaction)))
    return settlement;
  return {
    outcome: 'unknown',
    reason: 'the facilitator returned a transaction that does not belong to this payment',
  };
}

async function findMismatch(
  transfer: NonNullable<SignedPayment['message']['transfer']>,
  { amount, payTo }: PaymentRequirements,
): Promise<string | undefined> {
  if (transfer.mint !== usdcMint) return `the transaction does not transfer USDC (${usdcMint})`;
  if (String(transfer.amount) !== amount)
    return `the transaction transfers ${transfer.amount} units, not ${amount}`;
  if (transfer.destination !== (await deriveTokenAccount(payTo, usdcMint)))
    return `the transaction does not pay the wallet ${payTo}`;
  return undefined;
}
