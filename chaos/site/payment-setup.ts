import { noSolana } from '../../test/counterparts/solana/binary.ts';
import { Payer } from '../../test/counterparts/solana/payer.ts';
import { type SolanaRpc, startSolanaRpc } from '../../test/counterparts/solana/rpc.ts';
import {
  startPaymentSetup,
  type PaymentSetup as TestPaymentSetup,
} from '../../test/fixtures/payments/payment-setup.ts';

/**
 * A chain, a facilitator and paying wallets. The chain's transactions are the reference for what was charged.
 */
export interface PaymentSetup extends Pick<TestPaymentSetup, 'ledger' | 'facilitator' | 'env' | 'earned'> {
  readonly payers: readonly Payer[];
  /** The node that kith queries; payers and the facilitator use another. */
  readonly node: SolanaRpc;
}

const wallets = 10;
/** In USDC's smallest unit: enough for every round. */
const initialBalance = 1_000_000_000_000n;

/** Undefined if this platform has no Solana virtual machine; the rounds then run without payments. */
export async function startSitePayments(ends: (() => Promise<unknown>)[]): Promise<PaymentSetup | undefined> {
  if (noSolana) return undefined;
  const { ledger, facilitator, rpc, earned, env } = await startPaymentSetup({
    after: (end) => void ends.push(end),
  });
  const node = await startSolanaRpc(ledger);
  ends.push(() => node.close());
  const payers = await Promise.all(Array.from({ length: wallets }, () => Payer.create(rpc.url)));
  for (const { wallet } of payers) await ledger.fund(wallet, initialBalance);
  return { ledger, facilitator, payers, node, earned, env: { ...env, KITH_RPC_SOLANA: node.url } };
}
