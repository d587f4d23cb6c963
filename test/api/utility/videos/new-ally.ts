import type { CallOptions, Client } from '../../../harness/client.ts';

let count = 0;

/** Registers an ally, each from its own network: a network registers only a few per day. */
export async function newAlly(utility: Client): Promise<CallOptions & { ally: string }> {
  count++;
  const headers = { 'x-forwarded-for': `203.0.113.${count}` };
  const { json } = await utility.post('/ally/register', { agent: `ally-${count}` }, { headers });
  return { ally: json.key };
}
