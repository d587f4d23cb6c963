import type { RecordFix } from '../fix.ts';
import type { Posture } from '../posture.ts';
import { readTags } from '../text-records.ts';
import type { DmarcRecord } from './record.ts';

/** The record to publish so that receivers reject mail that fails, one careful step at a time. */
export function dmarcFixes(domain: string, { dmarc, spf }: Posture, takesMail: boolean): RecordFix[] {
  const { record, at, errors } = dmarc;
  const fix = (fault: string, value: string, note: string | null = null): RecordFix => ({
    about: 'dmarc',
    severity: 'fault',
    fault,
    name: `_dmarc.${at ?? domain}`,
    value,
    note,
  });
  if (!record) {
    const silent = !takesMail && spf.all === '-all';
    const fault = errors[0] ?? 'there is no DMARC record';
    const reports = `rua=mailto:dmarc-reports@${domain}`;
    return [
      silent
        ? fix(fault, 'v=DMARC1; p=reject')
        : fix(
            fault,
            `v=DMARC1; p=none; ${reports}`,
            'Read the reports until all of your own mail passes, then publish p=quarantine and finally p=reject.',
          ),
    ];
  }
  const faults = [
    ...(record.policy === 'none' ? ['the policy is none: mail that fails the check is delivered'] : []),
    ...(record.testing ? ['the policy is in test mode (t=y)'] : []),
    ...record.errors,
  ];
  if (faults.length > 0) return [fix(faults.join('; '), repairRecord(record, at ?? domain))];
  if (record.policy === 'quarantine')
    return [
      {
        ...fix(
          'the policy is quarantine: mail that fails the check goes to junk',
          repairRecord(record, at ?? domain, 'reject'),
        ),
        severity: 'advice',
      },
    ];
  return [];
}

/** Tags to keep; t= and pct= weaken a policy, so they are dropped. */
const preservedTags = ['sp', 'np', 'adkim', 'aspf', 'fo', 'psd', 'ruf'];

function repairRecord(record: DmarcRecord, domain: string, policy?: string): string {
  const tags = readTags(record.text);
  const next = policy ?? (record.policy === 'none' ? 'quarantine' : record.policy);
  const rua = record.rua.length > 0 ? record.rua : [`mailto:dmarc-reports@${domain}`];
  const preserved = preservedTags.flatMap((tag) => {
    const value = tag === 'ruf' ? record.ruf.join(',') : tags.get(tag);
    const usable = !(tag === 'sp' || tag === 'np') || ['none', 'quarantine', 'reject'].includes(value ?? '');
    return value && usable ? [`${tag}=${value}`] : [];
  });
  return ['v=DMARC1', `p=${next}`, ...preserved, `rua=${rua.join(',')}`].join('; ');
}
