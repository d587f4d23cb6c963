import type { KeyPairSigner } from '@solana/kit';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { network } from '../../payments/currency.ts';

/** An x402 facilitator built from the official packages; it settles through the node at `rpcUrl`. */
export class LocalFacilitator {
  readonly #facilitator: x402Facilitator;

  constructor(feePayer: KeyPairSigner, rpcUrl: string) {
    const signer = toFacilitatorSvmSigner(feePayer, { defaultRpcUrl: rpcUrl });
    this.#facilitator = new x402Facilitator().register(network, new ExactSvmScheme(signer));
  }

  /** Handles the three facilitator calls; undefined for any other path. */
  async answer(path: string, body: string): Promise<unknown> {
    if (path === '/supported') return this.#facilitator.getSupported();
    if (path !== '/verify' && path !== '/settle') return undefined;
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
      paymentPayload: PaymentPayload;
      paymentRequirements: PaymentRequirements;
    };
    return path === '/verify'
      ? this.#facilitator.verify(paymentPayload, paymentRequirements)
      : this.#facilitator.settle(paymentPayload, paymentRequirements);
  }
}
