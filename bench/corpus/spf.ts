import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Dns } from '../../src/platform/outbound/dns.ts';
import { checkSpf } from '../../src/utility/mail/spf/check.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

type Entry = string | Record<string, unknown>;

interface Case {
  readonly helo: string;
  readonly host: string;
  readonly mailfrom: string;
  readonly result: string | string[];
  readonly explanation?: string;
}

interface Scenario {
  readonly description: string;
  readonly tests: Record<string, Case>;
  readonly zonedata: Record<string, Entry[]>;
}

/** The test suite of RFC 7208: results, and the explanation text where a case names it. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? await import('./peers/spf.ts') : undefined;
  const results = new Tally();
  const words = new Tally();
  const text = readFileSync(path.join(corpora, 'spf-rfc7208.yml'), 'utf8');
  for (const document of parseAllDocuments(text)) {
    const { description, tests, zonedata } = document.toJS() as Scenario;
    const dns = zoneDns(zonedata);
    for (const [name, { host, mailfrom, helo, result, explanation }] of Object.entries(tests)) {
      const receiver = 'receiver.example.net';
      const mail = { ip: host, sender: mailfrom, helo, receiver, at: new Date() };
      const found = await checkSpf(dns, mail);
      const said = `${description}, ${name}: ${JSON.stringify(found)}`;
      results.case([result].flat().includes(found.result), () => `${said}, wanted ${result}`);
      if (peer) results.peer('mailauth', [result].flat().includes(await peer.spfByMailauth(dns, mail)));
      if (explanation === undefined) continue;
      const wanted = explanation === 'DEFAULT' ? null : explanation;
      words.case(found.explanation === wanted, () => `${said}, wanted ${explanation}`);
    }
  }
  return [results.score('results', 200 / 203), words.score('explanations', 0.95)];
}

/** DNS as a scenario defines it: SPF records serve as TXT unless the name has its own TXT. */
function zoneDns(zone: Record<string, Entry[]>, hops = 8): Pick<Dns, 'query'> {
  const names = new Map(Object.entries(zone).map(([name, entries]) => [name.toLowerCase(), entries]));
  return {
    query: async (asked, type) => {
      const name = asked.toLowerCase().replace(/\.$/, '');
      if (name.length > 253 || name.split('.').some((label) => label.length > 63 || label === ''))
        return { ok: false, reason: 'bad_name' };
      const entries = names.get(name);
      if (!entries) return { ok: false, reason: 'nxdomain' };
      const cname = entries.find(
        (each): each is { CNAME: string } => typeof each === 'object' && 'CNAME' in each,
      );
      if (cname && hops === 0) return { ok: false, reason: 'servfail' };
      if (cname) return zoneDns(zone, hops - 1).query(cname.CNAME, type);
      const ownText = entries.some((each) => typeof each === 'object' && 'TXT' in each);
      const key = type === 'TXT' && !ownText ? 'SPF' : type;
      const found = entries.flatMap((each) => (typeof each === 'object' && key in each ? [each[key]] : []));
      const values = found.filter((each) => each !== 'NONE');
      if (values.includes('TIMEOUT')) return { ok: false, reason: 'timeout' };
      if (values.length > 0)
        return { ok: true, records: values.map((each) => recordOf(type, each)) as never };
      return { ok: false, reason: entries.includes('TIMEOUT') ? 'timeout' : 'nodata' };
    },
  };
}

function recordOf(type: string, value: unknown): unknown {
  if (type === 'TXT') return [value].flat();
  if (type === 'MX')
    return { priority: (value as [number, string])[0], exchange: (value as [number, string])[1] };
  return type === 'PTR' ? value : { address: value, ttl: 60 };
}
