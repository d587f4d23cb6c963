import type { MailHosts } from '../../mail/address/mail-hosts.ts';
import type { Posture } from '../../mail/posture.ts';

export interface Deliverability {
  readonly mx: boolean | null;
  readonly spf: boolean | null;
  readonly dmarc: string | null;
  readonly dkim: boolean | null;
  readonly grade: 'A' | 'B' | 'C' | 'D' | 'F' | null;
}

const policyPoints = { reject: 25, quarantine: 20, none: 10 } as const;

/** How well the domain's mail is set up. No grade if a deciding record is unknown. */
export function gradeDeliverability(
  hosts: MailHosts,
  { spf, dmarc }: Posture,
  dkim: boolean | null,
): Deliverability {
  const facts = { spf: spf.valid, dmarc: dmarc.effective, dkim };
  if (hosts.takesMail === 'unknown') return { mx: null, ...facts, grade: null };
  if (hosts.takesMail === 'no') return { mx: false, ...facts, grade: 'F' };
  const strict = spf.all === '-all' || spf.all === '~all';
  const minPoints =
    30 +
    (spf.valid ? (strict ? 25 : 15) : 0) +
    (dmarc.effective ? policyPoints[dmarc.effective] : 0) +
    (dkim ? 20 : 0);
  const maxPoints = minPoints + (spf.valid === null ? 25 : 0) + (dkim === null ? 20 : 0);
  const grade = gradeFor(minPoints);
  return { mx: true, ...facts, grade: grade === gradeFor(maxPoints) ? grade : null };
}

const gradeFor = (points: number) =>
  points >= 85 ? 'A' : points >= 70 ? 'B' : points >= 55 ? 'C' : points >= 40 ? 'D' : 'F';
