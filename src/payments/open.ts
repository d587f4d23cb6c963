import type { Clock } from '../platform/clock.ts';
import { BadSetting } from '../platform/config/setting.ts';
import type { Transact } from '../platform/db/transaction.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import type { Log } from '../platform/log.ts';
import type { Dns } from '../platform/outbound/dns.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { version } from '../version.ts';
import { SolanaChain } from './chain.ts';
import { Facilitator } from './facilitator.ts';
import { Payments } from './payments.ts';
import { PaymentRecords } from './records.ts';

interface OpenDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly log: Log;
  readonly serverKey: ServerKey;
  readonly dns: Dns;
  readonly onError: (error: unknown) => void;
  readonly payee: string;
  readonly facilitatorUrl: string;
  readonly rpcUrl: string;
}

/**
 * Starts accepting payments. A facilitator that is down does not abort the start; a payee that cannot be paid
 * does.
 */
export async function openPayments(deps: OpenDependencies): Promise<Payments> {
  const { dns, log, payee, facilitatorUrl, rpcUrl } = deps;
  const upstreams = [facilitatorUrl, rpcUrl];
  const outbound = createOutbound({ dns, userAgent: `kith/${version}`, upstreams });
  const chain = new SolanaChain({ url: rpcUrl, outbound });
  const facilitator = new Facilitator({ url: facilitatorUrl, outbound, log });
  const [isPayable] = await Promise.all([checkPayable(chain, payee, log), facilitator.start()]);
  if (!isPayable) {
    facilitator.stop();
    outbound.close();
    throw new BadSetting(
      `KITH_PAYEE_WALLET ${payee} has no USDC token account, so it cannot be paid: send it any USDC once, or create the account with: spl-token create-account EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v --owner ${payee}`,
    );
  }
  return new Payments({ ...deps, outbound, facilitator, chain, records: new PaymentRecords(deps) });
}

async function checkPayable(chain: SolanaChain, payee: string, log: Log): Promise<boolean> {
  try {
    return await chain.hasTokenAccount(payee);
  } catch (error) {
    log.warn({ err: error }, 'Solana cannot be reached: whether the payee can be paid is not known');
    return true;
  }
}
