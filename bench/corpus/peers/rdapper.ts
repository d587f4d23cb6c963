import { lookup } from 'rdapper';
import type { RegistrationFacts } from '../rdap.ts';

/** The peer gets the recorded response as the registry's. */
export async function factsByRdapper(name: string, bytes: Buffer): Promise<RegistrationFacts | undefined> {
  const tld = name.split('.').at(-1);
  const { record } = await lookup(name, {
    rdapOnly: true,
    rdapFollowLinks: false,
    customBootstrapData: {
      version: '1.0',
      publication: '2024-02-07T00:00:00Z',
      services: [[[tld], ['https://rdap.example/']]],
    },
    customFetch: async () =>
      new Response(new Uint8Array(bytes), { headers: { 'content-type': 'application/rdap+json' } }),
  });
  const ms = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  return record
    ? {
        created: ms(record.creationDate),
        expires: ms(record.expirationDate),
        updated: ms(record.updatedDate),
        registrar: record.registrar?.name ?? null,
        status: (record.statuses ?? []).map(({ status }) => status).sort(),
        nameservers: (record.nameservers ?? []).map(({ host }) => host).sort(),
        dnssec: record.dnssec?.enabled ?? null,
      }
    : undefined;
}
