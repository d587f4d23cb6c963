import { errors } from '../../../platform/http/errors.ts';
import type { Dns } from '../../../platform/outbound/dns.ts';
import type { DnsAnswer, RecordsByType } from '../../../platform/outbound/dns-record.ts';
import { dnsRefusal, upstreamFailed, upstreamTimeout } from '../../catalogue/errors.ts';
import { readDomain } from '../../catalogue/params.ts';
import type { WatchKind } from './kind.ts';

const types = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'CAA'] as const;
type Type = (typeof types)[number];
/** The records of each type that could be read. */
type DnsReading = { readonly records: Readonly<Partial<Record<Type, readonly string[]>>> };
const hint = 'Check the name, or retry later.';

/** The record set, ignoring order and TTL. */
export function dnsKind({ dns }: { dns: Dns }): WatchKind<DnsReading> {
  return {
    onChain: false,
    target: (sent) => readDomain(sent, 'target'),
    read: async ({ target }, signal, baseline) => {
      const queriedTypes = baseline ? types.filter((type) => type in baseline.records) : types;
      const answers = await Promise.all(
        queriedTypes.map(async (type) => [type, await readRecordSet(dns, target, type, signal)] as const),
      );
      const readable = answers.filter(([, answer]) => isAnswer(answer));
      // Types that the server never answers are left out at first; a type it once answered must be readable.
      if (readable.length < (baseline ? queriedTypes.length : 1)) throw failedTypes(target, answers);
      if (!baseline && answers.every(([, answer]) => !answer.ok && answer.reason === 'nxdomain')) {
        throw upstreamFailed(`the name ${target} does not exist`, hint);
      }
      return {
        records: Object.fromEntries(
          readable.map(([type, answer]) => [type, answer.ok ? answer.records : []]),
        ),
      };
    },
    differs: (current, seen) => {
      const changed = types.filter(
        (type) => String(current.records[type] ?? []) !== String(seen.records[type] ?? []),
      );
      return changed.length > 0 ? `${changed.join(', ')} of the name changed` : undefined;
    },
    present: ({ records }) => ({ records }),
  };
}

const isAnswer = (answer: DnsAnswer<unknown>): boolean =>
  answer.ok || answer.reason === 'nodata' || answer.reason === 'nxdomain';

function failedTypes(target: string, answers: readonly (readonly [Type, DnsAnswer<unknown>])[]) {
  const failed = answers.flatMap(([type, answer]) =>
    answer.ok || isAnswer(answer) ? [] : [[type, answer.reason] as const],
  );
  const refusals = failed.map(([, reason]) => dnsRefusal(target, reason));
  const own = refusals.find(({ kind }) => kind === errors.overloaded);
  if (own) return own;
  const reasons = failed.map(([type, reason]) => `${type}: ${reason}`).join(', ');
  const allTimedOut = failed.every(([, reason]) => reason === 'timeout');
  return (allTimedOut ? upstreamTimeout : upstreamFailed)(
    `the DNS lookup of ${target} failed (${reasons})`,
    hint,
  );
}

async function readRecordSet<T extends Type>(
  dns: Dns,
  name: string,
  type: T,
  signal: AbortSignal,
): Promise<DnsAnswer<string>> {
  const answer = await dns.query(name, type, signal);
  if (!answer.ok) return answer;
  const records = answer.records.map((record) => formatters[type](record));
  return { ok: true, records: [...new Set(records)].sort() };
}

const formatters: { readonly [T in Type]: (record: RecordsByType[T]) => string } = {
  A: ({ address }) => address,
  AAAA: ({ address }) => address,
  CNAME: (name) => name.toLowerCase(),
  MX: ({ priority, exchange }) => `${priority} ${exchange.toLowerCase()}`,
  NS: (name) => name.toLowerCase(),
  TXT: (strings) => strings.join(''),
  CAA: ({ critical, ...properties }) => {
    const [tag, value] = Object.entries(properties).find(([key]) => key !== 'type') ?? ['', ''];
    return `${critical} ${tag} ${JSON.stringify(value)}`;
  },
};
