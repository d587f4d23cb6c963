import { getDomain } from 'tldts';
import type { Clock } from '../../../platform/clock.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { SkillCall } from '../../catalogue/call.ts';
import { readUrl } from '../../catalogue/params.ts';
import type { Registries } from '../../registries/registration/registries.ts';
import { daysUntil, expiryChange, expiryStage } from './expiry.ts';
import type { WatchKind } from './kind.ts';

const timeoutMs = 10_000;
const unknownExpiry = {
  certificate_expires_at: null,
  certificate_days: null,
  domain_expires_at: null,
  domain_days: null,
};
/** The body is not read. */
const maxBytes = 1_024;

interface EndpointDependencies {
  readonly outbound: Outbound;
  readonly registries: Pick<Registries, 'findRegistration'>;
  readonly clock: Clock;
}

/** The registry is queried once per day, and never delays a check. */
const registryMaxAgeS = 86_400;
const registryMs = 4_000;

/** Open to visitors, or to holders of a key; any other refusal or failure counts as down. */
const isUp = (status: number): boolean => status < 400 || status === 401 || status === 403;

export function endpointKind({ outbound, registries, clock }: EndpointDependencies): WatchKind {
  /** Expiry date of the domain's registration; null if it cannot be determined now, which is not a change. */
  async function domainExpiry(host: string, signal: AbortSignal): Promise<string | null> {
    const domain = getDomain(host);
    if (domain === null) return null;
    const within = AbortSignal.any([signal, AbortSignal.timeout(registryMs)]);
    const call = new SkillCall({ signal: within, maxAgeS: registryMaxAgeS });
    return registries.findRegistration(domain, call).then(
      ({ registration }) => registration.expiresAt,
      () => null,
    );
  }

  return {
    onChain: false,
    target: (sent) => readUrl(sent, 'target').href,
    read: async ({ target }, signal, baseline) => {
      try {
        const [{ status, tls }, domainEnds] = await Promise.all([
          outbound.fetch(target, { signal, timeoutMs, maxBytes, onOversize: 'truncate' }),
          domainExpiry(new URL(target).hostname, signal),
        ]);
        const up = isUp(status);
        const reason = up ? null : `it answers ${status}`;
        const days = (time: string | null) => (time === null ? null : daysUntil(time, clock.now()));
        return {
          up,
          status,
          status_class: `${Math.floor(status / 100)}xx`,
          reason,
          certificate_expires_at: tls?.validTo ?? null,
          certificate_days: days(tls?.validTo ?? null),
          domain_expires_at: domainEnds,
          domain_days: days(domainEnds),
        };
      } catch (error) {
        // The first check must succeed, or a mistyped URL would be watched forever. Only a failure of the
        // peer counts as down; any other means that it cannot be checked from here.
        if (!baseline || !(error instanceof OutboundError) || error.blame !== 'peer') throw error;
        return { up: false, status: null, status_class: null, reason: error.message, ...unknownExpiry };
      }
    },
    differs: (current, seen) => {
      if (current.up === seen.up && current.status_class === seen.status_class) {
        return (
          expiryChange('the certificate', current.certificate_days, seen.certificate_days) ??
          expiryChange('the domain', current.domain_days, seen.domain_days)
        );
      }
      if (!seen.up) return `down: ${seen.reason}`;
      if (!current.up) return `up again: it answers ${seen.status}`;
      return `it answers ${seen.status} instead of ${current.status}`;
    },
    reason: (before, after) => {
      if (before.up !== after.up) return after.up ? 'up' : 'down';
      if (before.status_class !== after.status_class) return 'status_class';
      return expiryStage(after.certificate_days) > expiryStage(before.certificate_days)
        ? 'certificate_expiry'
        : 'domain_expiry';
    },
    // If the registry gives no response today, the previous value stays.
    settle: (current, seen) => ({
      ...seen,
      domain_expires_at: seen.domain_expires_at ?? current.domain_expires_at ?? null,
      domain_days: seen.domain_days ?? current.domain_days ?? null,
    }),
    present: (reading) => reading,
  };
}
