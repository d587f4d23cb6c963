import mailauth from 'mailauth/lib/spf/index.js';
import type { Dns } from '../../../src/platform/outbound/dns.ts';

interface Mail {
  readonly ip: string;
  readonly sender: string;
  readonly helo: string;
  readonly receiver: string;
}

/** The result of mailauth, which queries the same zones. */
export async function spfByMailauth(dns: Pick<Dns, 'query'>, mail: Mail): Promise<string> {
  const { ip, sender, helo, receiver } = mail;
  const resolver = async (name: string, type: string): Promise<unknown[]> => {
    const answer = await dns.query(name, type as 'A');
    if (!answer.ok)
      throw Object.assign(new Error(answer.reason), { code: codes[answer.reason] ?? 'ESERVFAIL' });
    return answer.records.map((each: unknown) => (isAddress(each) ? each.address : each));
  };
  const { status } = await mailauth.spf({ ip, sender, helo, mta: receiver, resolver });
  return status.result;
}

/** Error codes as in node:dns. */
const codes: Readonly<Record<string, string>> = {
  nxdomain: 'ENOTFOUND',
  nodata: 'ENODATA',
  timeout: 'ETIMEOUT',
  bad_name: 'EBADNAME',
};

const isAddress = (record: unknown): record is { readonly address: string } =>
  typeof record === 'object' && record !== null && 'address' in record;
