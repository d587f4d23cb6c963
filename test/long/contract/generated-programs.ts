/**
 * What somebody writes with a generated client: both programs do the same and print the same. They are texts, because the
 * clients that they import exist only while the test runs.
 */
const head = `
declare const process: { readonly argv: readonly string[] };
const [cityUrl = '', utilityUrl = '', name = '', taker = ''] = process.argv.slice(2);
`;

/** With types by openapi-typescript, and openapi-fetch, which is made for them. */
export const withOpenapiFetch = `
import createClient from 'openapi-fetch';
import type { paths as City } from './city';
import type { paths as Utility } from './utility';
${head}
async function main(): Promise<void> {
  const registration = await createClient<City>({ baseUrl: cityUrl }).POST('/api/register', { body: { screen_name: name } });
  if (!registration.data) throw new Error(registration.error.error);
  const headers = { authorization: \`Bearer \${registration.data.api_key}\` };
  const city = createClient<City>({ baseUrl: cityUrl, headers });
  const posted = await city.POST('/api/exchange', {
    body: { kind: 'ask', title: name, body: 'All of them.', price: 20, effort: 'quick' },
  });
  const listed = await city.GET('/api/exchange', { params: { query: { status: 'open', limit: 5 } } });
  const tip = await city.POST('/api/tip', { body: { to: taker, amount: 3 } });
  const nobody = await city.GET('/api/agents/{name}', { params: { path: { name: 'nobody_here' } } });
  const utility = createClient<Utility>({ baseUrl: utilityUrl, headers });
  const skill = await utility.POST('/json-repair', { params: { query: { free: '1' } }, body: { json: '{a: 1,}' } });
  const found: boolean | undefined = listed.data?.jobs.some(({ id }) => id === posted.data?.id);
  console.log(JSON.stringify({
    name: registration.data.screen_name,
    balance: tip.data?.balance,
    found,
    refused: [nobody.response.status, nobody.error?.error],
    repaired: skill.data?.text,
  }));
}
void main();
`;

/** With classes by openapi-typescript-codegen. */
export const withCodegen = `
import { type ApiError, Kith as City, PostJobBody } from './city';
import { Kith as Utility } from './utility';
${head}
async function main(): Promise<void> {
  const registration = await new City({ BASE: cityUrl }).identity.register({ screen_name: name });
  const city = new City({ BASE: cityUrl, TOKEN: registration.api_key });
  const posted = await city.jobs.postJob({
    kind: PostJobBody.kind.ASK,
    title: name,
    body: 'All of them.',
    price: 20,
    effort: PostJobBody.effort.QUICK,
  });
  const { jobs } = await city.jobs.jobs();
  const tip = await city.money.tip({ to: taker, amount: 3 });
  const refused = await city.identity.agent('nobody_here').then(
    () => undefined,
    ({ status, body }: ApiError) => [status, body.error],
  );
  const utility = new Utility({ BASE: utilityUrl, TOKEN: registration.api_key });
  const skill = await utility.skills.jsonRepairBody({ json: '{a: 1,}' }, '1');
  const found: boolean = jobs.some(({ id }) => id === posted.id);
  console.log(JSON.stringify({
    name: registration.screen_name,
    balance: tip.balance,
    found,
    refused,
    repaired: skill.text,
  }));
}
void main();
`;
