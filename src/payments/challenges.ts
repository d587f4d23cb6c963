import type { PaymentRequirements } from '@x402/core/types';
import type { Refusal } from '../platform/http/refusal.ts';
import type { BoundRoute } from '../platform/http/route.ts';
import { type Bazaar, describeForBazaar, shortenBazaar } from './bazaar.ts';
import type { Facilitator, PaymentTerms } from './facilitator.ts';
import { type Offer, paymentRequired } from './offer.ts';
import type { PaidCall } from './paid-call.ts';

interface ChallengeDependencies {
  readonly payee: string;
  readonly facilitator: Facilitator;
}

/** Builds payment challenges, and the discovery data for crawlers. */
export class Challenges {
  readonly payee: string;
  readonly #facilitator: Facilitator;
  readonly #discovery = new Map<string, Bazaar>();

  constructor({ payee, facilitator }: ChallengeDependencies) {
    this.payee = payee;
    this.#facilitator = facilitator;
  }

  toTerms({ priceUsd, payTo = this.payee, settleFirst }: Offer): PaymentTerms {
    return { priceUsd, payTo, settleFirst };
  }

  accepts(offer: Offer): Promise<PaymentRequirements> {
    return this.#facilitator.requirements(this.toTerms(offer));
  }

  async challenge(call: Pick<PaidCall, 'offer' | 'baseUrl' | 'request'>, refused?: string): Promise<Refusal> {
    const { offer, baseUrl, request } = call;
    const resource = {
      url: baseUrl + request.url,
      description: offer.does,
      mimeType: 'application/json',
      serviceName: 'kith',
    };
    const known = this.discovery(request.method, offer.route) ?? this.discovery('POST', offer.route);
    const bazaar = known && shortenBazaar(known);
    return paymentRequired(offer, resource, [await this.accepts(offer)], { refused, bazaar });
  }

  /** Registers the paid routes for discovery by crawlers. */
  describe(routes: readonly BoundRoute[]): void {
    for (const route of routes)
      if (route.price) this.#discovery.set(`${route.method} ${route.path}`, describeForBazaar(route));
  }

  discovery(method: string, path: string): Bazaar | undefined {
    return this.#discovery.get(`${method} ${path}`);
  }
}
