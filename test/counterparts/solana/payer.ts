import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A payer with the official client. */
export class Payer {
  readonly signer: KeyPairSigner;
  readonly #client: x402Client;

  constructor(signer: KeyPairSigner, rpcUrl: string) {
    this.signer = signer;
    this.#client = new x402Client()
      .register(mainnet, new ExactSvmScheme(signer, { rpcUrl }))
      .setSpendControls(false);
  }

  static async create(rpcUrl: string): Promise<Payer> {
    return new Payer(await generateKeyPairSigner(), rpcUrl);
  }

  get wallet(): string {
    return this.signer.address;
  }

  /** Calls, and pays automatically when challenged. */
  get fetch(): typeof fetch {
    return this.fetchWith(fetch);
  }

  fetchWith(plain: typeof fetch): typeof fetch {
    return wrapFetchWithPayment(plain, this.#client);
  }

  /** Signs a challenge; `change` may modify it before, `alterPayment` the payment afterwards. */
  async sign(
    challenge: PaymentRequired,
    {
      change,
      alterPayment,
    }: {
      change?: (challenge: PaymentRequired) => void;
      alterPayment?: (payment: PaymentPayload) => void;
    } = {},
  ): Promise<string> {
    const altered = structuredClone(challenge);
    change?.(altered);
    const payment = await this.#client.createPaymentPayload(altered);
    alterPayment?.(payment);
    return encodePaymentSignatureHeader(payment);
  }
}
