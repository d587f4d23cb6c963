import { setTimeout as sleep } from 'node:timers/promises';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentRequired } from '@x402/core/types';
import type { PaymentSetup } from '../site/payment-setup.ts';
import type { CallRequest } from './caller.ts';
import type { Load, Worker } from './load.ts';
import type { Operation } from './operation.ts';
import { type ChaosAgent, room } from './population.ts';

/** A purchase, and the payments signed for it, of which at most one may be charged. */
export interface Purchase {
  readonly operation: Operation;
  readonly payments: readonly string[];
  /** In USDC's smallest unit. */
  readonly price: bigint;
  /** The transaction named in the response. */
  readonly receipt: string | undefined;
}

const skill = '/dns-lookup?domain=shop.test';
const signAgainMs = 500;
/** One in this many callers loses its payment, as after a restart, and signs another. */
const lostPaymentEvery = 3;

interface PaymentLoad {
  readonly load: Load;
  readonly paymentSetup: PaymentSetup;
  readonly agents: readonly ChaosAgent[];
  readonly round: string;
  /** Receives each finished purchase. */
  readonly purchases: Purchase[];
}

/** Skill calls, which settle after running, and room sponsorships, which take effect after settling. */
export const payments = ({ load, paymentSetup: setup, agents, round, purchases }: PaymentLoad): Worker => ({
  async turn(n) {
    const agent = agents[n % agents.length];
    if (!agent) return;
    const kind = n % 2 === 0 ? 'sponsorship' : 'paid call';
    const mark = `${round} ${kind} ${n}`;
    const call: CallRequest =
      kind === 'sponsorship'
        ? { method: 'POST', path: '/api/x402/sponsor', key: agent.key, body: { room, note: mark } }
        : { method: 'GET', path: `${skill}&max_age=${n % 100}`, service: 'utility' };
    const challenge = await challengeOf(load, { ...call, idempotencyKey: mark });
    if (!challenge) return;
    const signed: string[] = [];
    for (let left = n % lostPaymentEvery === 0 ? 2 : 1; left > 0; left--) {
      const payment = await sign(load, setup, n, challenge);
      if (payment === undefined) return;
      signed.push(payment);
    }
    const { operation, answer } = await load.perform(kind, mark, (attempt) => ({
      ...call,
      headers: { 'payment-signature': signed[attempt % signed.length] ?? '' },
    }));
    const said = answer?.headers['payment-response'];
    const receipt = typeof said === 'string' ? decodePaymentResponseHeader(said).transaction : undefined;
    purchases.push({
      operation,
      payments: signed,
      price: BigInt(challenge.accepts[0]?.amount ?? 0),
      receipt,
    });
  },
});

/** The payment challenge, from a call without a payment. */
async function challengeOf(load: Load, call: CallRequest): Promise<PaymentRequired | undefined> {
  const answer = await load.callers.call(call);
  if (!answer) return undefined;
  const challenge = answer.headers['payment-required'];
  if (answer.status === 402 && typeof challenge === 'string') return decodePaymentRequiredHeader(challenge);
  throw new Error(`${call.path} asks for no payment: ${answer.status} ${answer.text}`);
}

/** Retried, because a payment needs a recent blockhash and the chain may be unreachable for a while. */
async function sign(
  { callers }: Load,
  { payers }: PaymentSetup,
  n: number,
  challenge: PaymentRequired,
): Promise<string | undefined> {
  for (; !callers.hasGivenUp; await sleep(signAgainMs))
    try {
      return await payers[n % payers.length]?.sign(challenge);
    } catch {}
  return undefined;
}
