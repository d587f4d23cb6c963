import type { Dns } from '../../platform/outbound/dns.ts';
import { dnsRefusal } from '../catalogue/errors.ts';
import { type DmarcFound, type DmarcPolicy, DmarcUnknown, findDmarc } from './dmarc.ts';
import { SpfAborted } from './spf/dns-lookups.ts';
import { type SpfSurvey, surveySpf } from './spf/survey.ts';

export type MailVerdict = 'protected' | 'partly_protected' | 'spoofable';

/** Whether forged mail in a domain's name is rejected, and why. */
export interface Posture {
  readonly spf: SpfSurvey;
  readonly dmarc: DmarcFound;
  readonly spoofable: boolean;
  readonly verdict: MailVerdict;
  readonly reasons: string[];
}

/** Throws if DNS fails for the deciding records: the posture is then unknown. */
export async function checkPosture(
  dns: Pick<Dns, 'query'>,
  domain: string,
  signal: AbortSignal,
): Promise<Posture> {
  try {
    const [spf, dmarc] = await Promise.all([surveySpf(dns, domain, signal), findDmarc(dns, domain, signal)]);
    return { spf, dmarc, ...judge(spf, dmarc) };
  } catch (error) {
    if (error instanceof SpfAborted && error.reason) throw dnsRefusal(`${domain} TXT`, error.reason);
    if (error instanceof DmarcUnknown) throw dnsRefusal(error.asked, error.reason);
    throw error;
  }
}

/** In test mode a receiver applies the next weaker policy (RFC 9989, 4.7). */
const weakerPolicy: Record<DmarcPolicy, DmarcPolicy> = {
  reject: 'quarantine',
  quarantine: 'none',
  none: 'none',
};

function judge(spf: SpfSurvey, { record, effective, at }: DmarcFound) {
  const reasons: string[] = [];
  const policy = effective && record?.testing ? weakerPolicy[effective] : effective;
  let verdict: MailVerdict = 'protected';
  const lowerVerdict = (to: MailVerdict, reason: string) => {
    reasons.push(reason);
    if (verdict !== 'spoofable') verdict = to;
  };
  if (!policy) lowerVerdict('spoofable', 'There is no DMARC policy, so receivers are asked to do nothing.');
  else if (record?.testing) lowerVerdict('partly_protected', `The policy of ${at} is in test mode (t=y).`);
  if (policy === 'none')
    lowerVerdict('spoofable', 'The DMARC policy is none: mail that fails the check is delivered.');
  if (policy === 'quarantine')
    lowerVerdict(
      'partly_protected',
      'The DMARC policy is quarantine: mail that fails the check goes to junk.',
    );
  if (policy === 'reject') reasons.push('The DMARC policy is reject: mail that fails the check is refused.');
  if (policy && policy !== 'none' && record && record.pct < 100)
    lowerVerdict(
      'partly_protected',
      `pct=${record.pct}: older receivers apply the policy to a part of the mail only.`,
    );
  if (!spf.record) reasons.push('There is no SPF record.');
  else if (spf.all === '+all') lowerVerdict('spoofable', 'SPF ends in +all: every server may send.');
  else if (spf.valid === false) reasons.push('The SPF record is not valid, so receivers ignore it.');
  else if (spf.allUnknown) reasons.push(`What SPF says about other servers is unknown: ${spf.allUnknown}.`);
  else if (!spf.all)
    reasons.push('SPF does not say what happens to mail from other servers; it ends neutral.');
  return { verdict, spoofable: (verdict as MailVerdict) === 'spoofable', reasons };
}
