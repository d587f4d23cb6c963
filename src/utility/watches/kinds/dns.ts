import type { Dns } from '../../../platform/outbound/dns.ts';
import type { DnsAnswer } from '../../../platform/outbound/dns-record.ts';
import { upstreamFailed, upstreamTimeout } from '../../catalogue/errors.ts';
import { readDomain } from '../../catalogue/params.ts';
import type { Reading, WatchKind } from './kind.ts';

const types = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'CAA'] as const;
type Type = (typeof types)[number];
const hint = 'Check the name, or retry later.';

/** The record set, ignoring order and TTL. */
export function dnsKind({ dns }: { dns: Dns }): WatchKind {
  return {
    onChain: false,
    target: (sent) => readDomain(sent, 'target'),
    read: async ({ target }, signal, baseline) => {
      const queriedTypes = baseline ? types.filter((type) => type in baseline.records) : types;
      const answers = await Promise.all(
        queriedTypes.map(async (type) => [type, await dns.query(target, type, signal)] as const),
      );
      const readable = answers.filter(([, answer]) => isAnswer(answer));
      // Types that the server never answers are left out at first; a type it once answered must be readable.
      if (readable.length < (baseline ? queriedTypes.length : 1)) throw failedTypes(target, answers);
      if (!baseline && answers.every(([, answer]) => !answer.ok && answer.reason === 'nxdomain')) {
        throw upstreamFailed(`the name ${target} does not exist`, hint);
      }
      return {
        records: Object.fromEntries(readable.map(([type, answer]) => [type, toRecordSet(type, answer)])),
      };
    },
    differs: (current, seen) => {
      const changed = types.filter(
        (type) => String(current.records[type] ?? []) !== String(seen.records[type] ?? []),
      );
      return changed.length > 0 ? `${changed.join(', ')} of the name changed` : undefined;
    },
    present: ({ records }: Reading) => ({ records }),
  };
}

const isAnswer = (answer: DnsAnswer<unknown>): boolean =>
  answer.ok || answer.reason === 'nodata' || answer.reason === 'nxdomain';

function failedTypes(target: string, answers: readonly (readonly [Type, DnsAnswer<unknown>])[]) {
  const failed = answers.flatMap(([type, answer]) =>
    answer.ok || isAnswer(answer) ? [] : [[type, answer.reason] as const],
  );
  const reasons = failed.map(([type, reason]) => `${type}: ${reason}`).join(', ');
  const allTimedOut = failed.every(([, reason]) => reason === 'timeout');
  return (allTimedOut ? upstreamTimeout : upstreamFailed)(
    `the DNS lookup of ${target} failed (${reasons})`,
    hint,
  );
}

function toRecordSet(type: Type, answer: DnsAnswer<unknown>): string[] {
  if (!answer.ok) return [];
  return [...new Set(answer.records.map((record) => formatRecord(type, record)))].sort();
}

function formatRecord(type: Type, record: unknown): string {
  // biome-ignore lint/suspicious/noExplicitAny: each type of record has a shape of its own
  const fields = record as any;
  switch (type) {
    case 'A':
    case 'AAAA':
      return fields.address;
    case 'MX':
      return `${fields.priority} ${fields.exchange.toLowerCase()}`;
    case 'TXT':
      return fields.join('');
    case 'CAA': {
      const { critical, type: _, ...rest } = fields;
      const [[tag, value] = ['', '']] = Object.entries(rest);
      return `${critical} ${tag} ${JSON.stringify(value)}`;
    }
    default:
      return String(fields).toLowerCase();
  }
}
