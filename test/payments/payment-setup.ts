import assert from 'node:assert/strict';
import { generateKeyPairSigner } from '@solana/kit';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import { startDnsServer } from '../counterparts/dns-server.ts';
import { startFacilitator, type TestFacilitator } from '../counterparts/solana/facilitator.ts';
import { SolanaLedger } from '../counterparts/solana/ledger.ts';
import { Payer } from '../counterparts/solana/payer.ts';
import { type SolanaRpc, startSolanaRpc } from '../counterparts/solana/rpc.ts';
import type { Answer, CallOptions, Client } from '../harness/client.ts';

/** A seller and a payer: a chain, a facilitator, a payer with 10 USDC, a payee with none. */
export interface PaymentSetup {
  readonly ledger: SolanaLedger;
  readonly rpc: SolanaRpc;
  readonly facilitator: TestFacilitator;
  readonly payer: Payer;
  readonly payee: string;
  /** How often the skill actually ran. */
  runs(): number;
  /** Settings of a kith that sells here. */
  readonly env: Record<string, string>;
  earned(): Promise<bigint>;
}

export const priceUnits = 3_000n;
export const skill = '/dns-lookup?domain=shop.test';

export async function startPaymentSetup(t: { after(end: () => Promise<void>): void }): Promise<PaymentSetup> {
  const ledger = new SolanaLedger();
  const rpc = await startSolanaRpc(ledger);
  t.after(() => rpc.close());
  const facilitator = await startFacilitator(rpc.url);
  t.after(() => facilitator.close());
  const dns = await startDnsServer({ 'shop.test': { A: ['192.0.2.1'] }, 'dead.test': 'servfail' });
  t.after(() => dns.close());
  const [payer, { address: payee }] = [await Payer.create(rpc.url), await generateKeyPairSigner()];
  ledger.airdrop(facilitator.feePayer, 10_000_000_000n);
  ledger.placeMint();
  await ledger.fund(payer.wallet, 10_000_000n);
  await ledger.fund(payee, 0n);
  return {
    ledger,
    rpc,
    facilitator,
    payer,
    payee,
    runs: () => dns.asked.filter(({ type }) => type === 'A').length,
    env: {
      KITH_DNS_SERVERS: dns.address,
      KITH_PAYEE_WALLET: payee,
      KITH_FACILITATOR_URL: facilitator.url,
      KITH_RPC_SOLANA: rpc.url,
    },
    earned: () => ledger.balanceOf(payee),
  };
}

/** The challenge of a 402 response, the same in header and body. */
export function challengeOf(answer: Answer): PaymentRequired {
  assert.equal(answer.status, 402, answer.text);
  const challenge = decodePaymentRequiredHeader(answer.headers['payment-required'] ?? '');
  const { hint, ...body } = answer.json;
  assert.equal(typeof hint, 'string');
  assert.deepEqual(body, challenge);
  return challenge;
}

export const receiptOf = (answer: Answer): SettleResponse =>
  decodePaymentResponseHeader(answer.headers['payment-response'] ?? '');

export const paying = (payment: string): CallOptions => ({ headers: { 'payment-signature': payment } });

/** A new payment for a call, signed but not sent. */
export async function signedFor(client: Client, payer: Payer, path = skill): Promise<string> {
  return payer.sign(challengeOf(await client.get(path)));
}

/**
 * Repeats a call until it is decided, as a client that respects retry-after does: a payment is used up once its
 * response is sent.
 */
export async function retried(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await call();
    if ((answer.status !== 409 && answer.status !== 503) || tries === 20) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
