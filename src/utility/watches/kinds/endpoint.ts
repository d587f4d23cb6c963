import { getDomain } from 'tldts';
import type { Clock } from '../../../platform/clock.ts';
import { dayMs } from '../../../platform/duration.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { SkillCall } from '../../catalogue/call.ts';
import { asSkillError, type ValueOrReason } from '../../catalogue/errors.ts';
import { readUrl } from '../../catalogue/params.ts';
import type { Registries } from '../../registries/registration/registries.ts';
import type { WatchKind } from './kind.ts';

/** Owners are notified when this many days are left. */
const stages = [30, 14, 7, 1, 0];

/** Whole days until a time; negative once it has passed. */
const daysUntil = (time: string, now: Date): number => Math.floor((Date.parse(time) - now.getTime()) / dayMs);

/** Urgency: 0 while there is time, one more at each stage. */
const expiryStage = (days: number | null | undefined): number =>
  days === null || days === undefined ? 0 : stages.filter((each) => days <= each).length;

/** Describes an expiry that has advanced by a stage. */
export function expiryChange(
  what: string,
  before: number | null | undefined,
  after: number | null | undefined,
): string | undefined {
  if (after === null || after === undefined || expiryStage(after) <= expiryStage(before)) return undefined;
  if (after < 0) return `${what} has expired`;
  return `${what} expires ${after === 0 ? 'today' : `in ${after} day${after === 1 ? '' : 's'}`}`;
}

const timeoutMs = 10_000;

type EndpointReading = {
  readonly up: boolean;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly status_class: string | null;
  /** Why it is down. */
  readonly reason: string | null;
  readonly certificate_expires_at: string | null;
  readonly certificate_days: number | null;
  readonly domain_expires_at: string | null;
  readonly domain_days: number | null;
  /** Why an expiry is not known. */
  readonly not_read: { readonly certificate_expires_at?: string; readonly domain_expires_at?: string };
};

const unknownExpiry = {
  certificate_expires_at: null,
  certificate_days: null,
  domain_expires_at: null,
  domain_days: null,
  not_read: { certificate_expires_at: 'it does not respond', domain_expires_at: 'it does not respond' },
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

export function endpointKind({
  outbound,
  registries,
  clock,
}: EndpointDependencies): WatchKind<EndpointReading> {
  /** Expiry date of the domain's registration, or why it is not known now, which is not a change. */
  async function domainExpiry(host: string, signal: AbortSignal): Promise<ValueOrReason<string>> {
    const domain = getDomain(host);
    if (domain === null) return { reason: 'its host is not a registered name' };
    const within = AbortSignal.any([signal, AbortSignal.timeout(registryMs)]);
    const call = new SkillCall({ signal: within, maxAgeS: registryMaxAgeS });
    return registries.findRegistration(domain, call).then(
      ({ registration: { expiresAt } }) =>
        expiresAt === null ? { reason: 'the registry does not publish it' } : { value: expiresAt },
      (error: unknown) => {
        const skillError = asSkillError(error);
        return {
          reason: skillError instanceof Refusal ? skillError.message : 'the registry did not respond in time',
        };
      },
    );
  }

  return {
    onChain: false,
    target: (sent) => readUrl(sent, 'target').href,
    read: async ({ target }, signal, baseline) => {
      try {
        const [{ status, tls }, domain] = await Promise.all([
          outbound.fetch(target, { signal, timeoutMs, maxBytes, onOversize: 'truncate' }),
          domainExpiry(new URL(target).hostname, signal),
        ]);
        const up = isUp(status);
        const reason = up ? null : `it answers ${status}`;
        const domainEnds = 'value' in domain ? domain.value : null;
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
          not_read: {
            ...(!tls && { certificate_expires_at: 'it answers over http, without a certificate' }),
            ...('reason' in domain && { domain_expires_at: domain.reason }),
          },
        };
      } catch (error) {
        // The first check must succeed, or a mistyped URL would be watched forever. Only a failure of the
        // peer counts as down; any other means that it cannot be checked from here.
        if (!baseline || !(error instanceof OutboundError) || error.blame !== 'peer') throw error;
        return { up: false, status: null, status_class: null, reason: error.message, ...unknownExpiry };
      }
    },
    // Reports all changes together: the reading is then stored, so an expiry beside "up again" would never be reported.
    differs: (current, seen) => {
      const changes = [
        stateChange(current, seen),
        expiryChange('the certificate', current.certificate_days, seen.certificate_days),
        expiryChange('the domain', current.domain_days, seen.domain_days),
      ].filter((each) => each !== undefined);
      return changes.length > 0 ? changes.join('; ') : undefined;
    },
    reason: (before, after) => {
      if (before.up !== after.up) return after.up ? 'up' : 'down';
      if (before.status_class !== after.status_class) return 'status_class';
      return expiryStage(after.certificate_days) > expiryStage(before.certificate_days)
        ? 'certificate_expiry'
        : 'domain_expiry';
    },
    // If the registry gives no response today, the previous value stays.
    settle: (current, seen) => {
      if (seen.domain_expires_at || !current.domain_expires_at) return seen;
      const { domain_expires_at, domain_days } = current;
      const { domain_expires_at: _, ...notRead } = seen.not_read;
      return { ...seen, domain_expires_at, domain_days, not_read: notRead };
    },
    present: (reading) => reading,
  };
}

function stateChange(current: EndpointReading, seen: EndpointReading): string | undefined {
  if (current.up === seen.up && current.status_class === seen.status_class) return undefined;
  if (!seen.up) return `down: ${seen.reason}`;
  if (!current.up) return `up again: it answers ${seen.status}`;
  return `it answers ${seen.status} instead of ${current.status}`;
}
