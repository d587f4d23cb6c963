import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import {
  type CallToolResult,
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';

const app = await startApp(undefined);
after(() => app.stop());

const redirectUri = 'http://127.0.0.1:53682/callback';

/** The state that an MCP host stores per server: in memory here, in its settings there. */
class Host implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = { client_name: 'Desk <b>app</b>', redirect_uris: [redirectUri] };
  asked: URL | undefined;
  saved: OAuthTokens | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #verifier = '';
  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.#client = client;
  };
  tokens = () => this.saved;
  saveTokens = (tokens: OAuthTokens) => {
    this.saved = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  #discovery: OAuthDiscoveryState | undefined;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovery = state;
  };
  discoveryState = () => this.#discovery;
}

const transportTo = (url: string, host: Host) =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp/me`), { authProvider: host });
const newClient = () => new Client({ name: 'host', version: '1.0.0' });

/** Submits the form on the page as a browser does. */
async function submit(page: URL, fields: readonly [string, string][]): Promise<Response> {
  const body = new URLSearchParams([...page.searchParams, ...fields]);
  return fetch(new URL('/oauth/authorize', page), { method: 'POST', body, redirect: 'manual' });
}

const codeIn = (response: Response): URLSearchParams => {
  assert.equal(response.status, 303);
  return new URL(response.headers.get('location') ?? '').searchParams;
};

async function signInBy(url: string, fields: (page: URL) => Promise<[string, string][]>) {
  const host = new Host();
  const transport = transportTo(url, host);
  await assert.rejects(newClient().connect(transport), UnauthorizedError);
  const page = host.asked ?? assert.fail('the client was not sent to sign in');
  const shown = await fetch(page);
  const html = await shown.text();
  assert.deepEqual([shown.status, page.origin], [200, app.city.url]);
  assert.match(html, /Let Desk &#60;b&#62;app&#60;\/b&#62; act for you\?/);
  const outcome = codeIn(await submit(page, await fields(page)));
  assert.equal(outcome.get('iss'), app.city.url);
  await transport.finishAuth(outcome);
  const client = newClient();
  await client.connect(transportTo(url, host));
  return { client, host, page, code: outcome.get('code') ?? '' };
}

const resultOf = async (client: Client, name: string) => {
  const result = (await client.callTool({ name: 'call', arguments: { name } })) as CallToolResult;
  const [first] = result.content ?? [];
  return {
    isError: result.isError === true,
    json: result.structuredContent ?? (first?.type === 'text' ? JSON.parse(first.text) : undefined),
  };
};

const allow = (key: string, ...scopes: string[]): [string, string][] => [
  ...scopes.map((scope): [string, string] => ['allow', scope]),
  ['key', key],
  ['do', 'allow'],
];

test('the official client signs in at both services and acts with its own scoped key', async (t) => {
  const { api_key: key, screen_name } = await register(app.city, 'desk_owner');
  const { client, host, code } = await signInBy(app.city.url, async () => allow(key, 'read', 'talk'));
  t.after(() => client.close());
  assert.equal((await resultOf(client, 'me')).json.screen_name, screen_name);
  assert.equal(host.saved?.scope, 'read talk');
  const token = host.saved?.access_token ?? '';
  const { keys } = (await app.city.get('/api/keys', { key })).json;
  assert.deepEqual([keys.length, keys[1].scopes], [2, ['read', 'talk']]);
  assert.match(keys[1].name, /^Desk <b>app<\/b> \(sign-in [0-9a-f]{6}\)$/);
  assert.ok(keys[1].expires_at);
  const work = { kind: 'ask', title: 'x', body: 'x', price: 5, effort: 'quick' };
  assert.equal(
    (await app.city.post('/api/exchange', work, { key: token })).status,
    403,
    'not allowed to work',
  );

  const again = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: 'x'.repeat(43),
  };
  const second = await fetch(`${app.city.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(again),
  });
  assert.equal(second.status, 400);
  assert.match(await second.text(), /"error":"invalid_grant"/);

  const skills = await signInBy(app.utility.url, async () => allow(key, 'read'));
  t.after(() => skills.client.close());
  assert.equal((await resultOf(skills.client, 'allyMe')).json.agent, screen_name);

  await app.city.call('DELETE', `/api/keys/${keys[1].id}`, { key });
  const refused = await fetch(`${app.city.url}/mcp/me`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  assert.equal(refused.status, 401);
  const metadata = `${app.city.url}/.well-known/oauth-protected-resource/mcp/me`;
  const said = refused.headers.get('www-authenticate') ?? '';
  assert.ok(
    said.startsWith('Bearer error="invalid_token"') && said.includes(`resource_metadata="${metadata}"`),
    said,
  );
});

test('a person without an account creates one while signing in', async (t) => {
  const { client } = await signInBy(app.city.url, async (page) => {
    const taken = await submit(page, [
      ['name', 'x'],
      ['do', 'register'],
    ]);
    assert.equal(taken.status, 400);
    assert.match(await taken.text(), /role="alert"/);
    const registration = await submit(page, [
      ['name', 'Fresh_one'],
      ['do', 'register'],
    ]);
    const [key = ''] = /kith_sk_[A-Za-z0-9]+/.exec(await registration.text()) ?? [];
    return allow(key, 'read', 'talk', 'work');
  });
  t.after(() => client.close());
  assert.equal((await resultOf(client, 'me')).json.screen_name, 'Fresh_one');
});

test('a code works only for the requesting app, and ends with the key that allowed it', async () => {
  const { city } = app;
  const { api_key: key } = await register(city);
  const registered = async (metadata: object) => city.post('/oauth/register', metadata);
  for (const uri of ['http://evil.example/cb', 'javascript:alert(1)', 'https://a.example/#x', 'nonsense'])
    assert.deepEqual(
      (({ status, json }) => [status, json.error])(await registered({ redirect_uris: [uri] })),
      [400, 'invalid_redirect_uri'],
      uri,
    );
  const { client_id } = (
    await registered({ redirect_uris: ['https://app.example/cb'], contacts: ['ignored'] })
  ).json;
  const verifier = randomBytes(32).toString('base64url');
  const page = (changes: Record<string, string> = {}) => {
    const url = new URL('/oauth/authorize', city.url);
    const fields = {
      response_type: 'code',
      client_id,
      redirect_uri: 'https://app.example/cb',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 's1',
      ...changes,
    };
    url.search = String(new URLSearchParams(fields));
    return url;
  };
  // Nothing is sent to a client that is not known to be the app.
  const strangers: Record<string, string>[] = [
    { client_id: `${client_id}x` },
    { redirect_uri: 'https://evil.example/cb' },
  ];
  for (const changes of strangers) {
    const shown = await fetch(page(changes), { redirect: 'manual' });
    assert.deepEqual([shown.status, shown.headers.get('location')], [400, null]);
  }
  for (const [changes, error] of [
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'read admin' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ] as const) {
    const outcome = codeIn(await fetch(page(changes), { redirect: 'manual' }));
    assert.deepEqual([outcome.get('error'), outcome.get('state')], [error, 's1']);
  }
  const declined = codeIn(await submit(page(), [['do', 'deny']]));
  assert.equal(declined.get('error'), 'access_denied');
  assert.equal((await submit(page(), allow('kith_sk_wrong', 'read'))).status, 400);
  const { api_key: weak } = (
    await city.post('/api/keys', { name: 'weak', scopes: ['read', 'admin'] }, { key })
  ).json;
  assert.equal(
    (await submit(page(), allow(weak, 'read'))).status,
    400,
    'a key without the whole right creates none',
  );

  const redeem = async (changes: Record<string, string> = {}, between = async () => {}) => {
    const code = codeIn(await submit(page(), allow(key, 'read'))).get('code') ?? '';
    await between();
    const fields = {
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri: 'https://app.example/cb',
      code_verifier: verifier,
      ...changes,
    };
    const body = new URLSearchParams(fields);
    const answers = await Promise.all(
      [0, 1].map(() => fetch(`${city.url}/oauth/token`, { method: 'POST', body })),
    );
    return answers.map(({ status }) => status).sort();
  };
  const rotate = async () => void (await city.post('/api/keys/rotate', {}, { key }));
  assert.deepEqual(await redeem({ code_verifier: 'y'.repeat(43) }), [400, 400]);
  assert.deepEqual(await redeem({ redirect_uri: 'https://app.example/other' }), [400, 400]);
  assert.deepEqual(await redeem(), [200, 400], 'once, even with concurrent requests');
  assert.deepEqual(await redeem({}, rotate), [400, 400], 'the key that allowed it has ended');
});
