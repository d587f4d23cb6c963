import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { toNetwork } from '../../platform/http/incoming-request.ts';
import { consumeLimit, type Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';
import { escapeHtml } from '../escape-html.ts';
import { webFiles } from '../files.ts';
import { acceptForms, formOf } from '../forms.ts';
import { pageSecurityHeaders } from '../security.ts';
import { refuseForeignForm } from '../sessions/session-routes.ts';
import {
  type AuthorizationRequest,
  type InvalidAuthorizationRequest,
  readAuthorizationRequest,
  redirectTo,
} from './authorization-request.ts';
import { OauthClients, readClient } from './clients.ts';
import { issueCode, redeemCode } from './codes.ts';
import { isOffered, type OfferedScope, offeredScopes, serverMetadata, signedInMcpPath } from './metadata.ts';

/** The request as received: the form sends it back unchanged. */
type SentFields = Readonly<Record<string, string>>;

const hiddenInputs = (fields: SentFields): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');

/** Asks for consent: the app, its scopes, and a key or a new name. */
function consentForm(request: AuthorizationRequest, sent: SentFields, problem?: string): string {
  const boxes = request.scopes
    .map(
      (scope: OfferedScope) =>
        `<label class="check-line"><input type="checkbox" name="allow" value="${scope}" checked> ${escapeHtml(offeredScopes[scope])}</label>`,
    )
    .join('');
  const cap = request.scopes.includes('spend')
    ? `<p><label for="cap">AP it may spend per day</label><input id="cap" name="cap" type="number" min="0" max="1000000" value="50"></p>`
    : '';
  return `<h1>Let ${escapeHtml(request.client.name)} act for you?</h1>
<p>You will be sent back to <strong>${escapeHtml(describeRedirect(request.redirectUri))}</strong>. Its key works for 90 days; you can revoke it on your settings page at any time.</p>
${problem === undefined ? '' : `<p role="alert" class="problem">${escapeHtml(problem)}</p>`}
<form method="post" action="/oauth/authorize" class="stack">${hiddenInputs(sent)}
<fieldset><legend>It may</legend>${boxes}${cap}</fieldset>
<p><label for="key">Your key</label><input id="key" name="key" type="password" autocomplete="off" placeholder="kith_sk_…"></p>
<p><button class="primary" name="do" value="allow">Allow</button> <button name="do" value="deny">Cancel</button></p>
<p><label for="name">No account yet? Choose a name</label><input id="name" name="name" maxlength="20" autocomplete="off" placeholder="your_name"></p>
<p><button name="do" value="register">Create account</button></p>
</form>`;
}

/** Shows a new account's secrets once, then continues with its key. */
function newAccount(
  { screen_name, api_key, recovery_code }: { screen_name: string; api_key: string; recovery_code: string },
  request: AuthorizationRequest,
  sent: SentFields,
): string {
  const boxes = request.scopes.map((scope) => `<input type="hidden" name="allow" value="${scope}">`).join('');
  return `<h1>Welcome, ${escapeHtml(screen_name)}</h1>
<p>Save both now: they are shown once. The recovery code gets your account back if you lose the key.</p>
<p>Key</p><pre>${escapeHtml(api_key)}</pre>
<p>Recovery code</p><pre>${escapeHtml(recovery_code)}</pre>
<form method="post" action="/oauth/authorize" class="stack">${hiddenInputs(sent)}${boxes}
<input type="hidden" name="key" value="${escapeHtml(api_key)}">
<p><button class="primary" name="do" value="allow">I saved them: let ${escapeHtml(request.client.name)} act for me</button></p>
</form>`;
}

const refusedRequest = (description: string): string =>
  `<h1>This sign-in cannot continue</h1><p>${escapeHtml(description)}.</p>`;

const describeRedirect = (uri: string): string => {
  const url = new URL(uri);
  return url.host ? `${url.protocol}//${url.host}` : url.protocol;
};

/** A page without scripts. Its form may redirect to the app, which browsers check against form-action too. */
async function oauthPage(content: string, redirectUri?: string) {
  const { hash } = await webFiles();
  const targets = redirectUri === undefined ? "'self'" : `'self' ${describeRedirect(redirectUri)}`;
  const policy = `default-src 'none'; style-src 'self'; font-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`;
  const html = `<!doctype html>
<html lang="en" data-service="city">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sign in · kith</title>
<link rel="stylesheet" href="/web/${hash}/style/city.css">
</head>
<body><main id="main"><div class="panel consent">${content}</div></main></body>
</html>
`;
  const headers = {
    ...pageSecurityHeaders(),
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  };
  return { html, headers };
}

/** The city's part of a sign-in. */
export interface SignInKeys {
  /** The owner of a key that may create keys with these scopes; throws a Refusal otherwise. */
  findApprover(
    key: string,
    scopes: readonly string[],
    network: string,
  ): Promise<{ agentId: number; keyHash: Buffer }>;
  /** Creates the app's key; undefined if the approving key is no longer valid. */
  makeKey(tx: Tx, wanted: NewAppKey): Promise<string | undefined>;
}

export interface NewAppKey {
  readonly agentId: number;
  readonly approvedWith: Buffer;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly spendCap: number | null;
  readonly expiresAt: Date;
  readonly network: string;
  readonly userAgent: string | null;
}

export interface OauthDependencies {
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly serverKey: ServerKey;
  readonly urls: Readonly<Record<'city' | 'utility', string>>;
  readonly signInKeys: SignInKeys;
}

const validS = 90 * 86_400;
const calls: Limit = {
  name: 'oauth',
  max: 60,
  window: 'minute',
  per: 'network',
  of: 'sign-in calls from one network',
};

/** The city's authorization server: an app registers, a person approves, and the app fetches its own key. */
export function serveOauth(app: FastifyInstance, deps: OauthDependencies): void {
  const clients = new OauthClients(deps.serverKey);
  const resources = () =>
    Object.values(deps.urls).flatMap((url) => [`${url}${signedInMcpPath}`, `${url}/mcp`, url]);
  const isLimited = async (request: FastifyRequest) => {
    await deps.transaction((tx) => consumeLimit(tx, calls, toNetwork(request.ip), deps.clock));
  };
  const readRequest = (fields: SentFields) => readAuthorizationRequest(fields, clients, resources());

  app.get('/.well-known/oauth-authorization-server', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(serverMetadata(deps.urls.city)),
  );

  app.post('/oauth/register', async (request, reply) => {
    await isLimited(request);
    const client = readClient(request.body);
    if (typeof client === 'string') return oauthError(reply, 400, 'invalid_redirect_uri', client);
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({
        client_id: clients.idOf(client),
        client_id_issued_at: Math.floor(deps.clock.now().getTime() / 1_000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
  });

  app.get('/oauth/authorize', async (request, reply) => {
    const sent = toFields(new URL(request.url, 'http://city').searchParams);
    const wanted = readRequest(sent);
    if ('error' in wanted) return refuse(reply, wanted, deps.urls.city);
    return sendPage(reply, 200, consentForm(wanted, sent), wanted);
  });

  app.register(async (scope) => {
    acceptForms(scope);

    scope.post('/oauth/authorize', async (request, reply) => {
      refuseForeignForm(request);
      await isLimited(request);
      const form = formOf(request);
      const { key = '', name = '', do: action, allow: _, cap, ...sent } = toFields(form);
      const wanted = readRequest(sent);
      if ('error' in wanted) return refuse(reply, wanted, deps.urls.city);
      const showConsentAgain = (problem: string) =>
        sendPage(reply, 400, consentForm(wanted, sent, problem), wanted);
      if (action === 'deny')
        return refuse(
          reply,
          { ...wanted, error: 'access_denied', description: 'the person declined' },
          deps.urls.city,
        );
      if (action === 'register') {
        const registration = await registerAgent(app, request, name.trim());
        if (registration.statusCode !== 201) {
          const { error, hint } = registration.json<{ error: string; hint: string }>();
          return showConsentAgain(`${error}. ${hint}`);
        }
        return sendPage(reply, 200, newAccount(registration.json(), wanted, sent), wanted);
      }
      const scopes = form
        .getAll('allow')
        .filter(isOffered)
        .filter((each) => wanted.scopes.includes(each));
      if (scopes.length === 0) return showConsentAgain('Allow at least one thing, or cancel.');
      try {
        const { findApprover } = deps.signInKeys;
        const approver = await findApprover(key.trim(), scopes, toNetwork(request.ip));
        const code = await issueCode(deps, {
          clientId: wanted.clientId,
          clientName: wanted.client.name,
          redirectUri: wanted.redirectUri,
          challenge: wanted.challenge,
          agentId: approver.agentId,
          approvedWith: approver.keyHash,
          scopes,
          spendCap: scopes.includes('spend') ? parseCap(cap) : null,
        });
        const { state } = wanted;
        return redirect(reply, redirectTo(wanted.redirectUri, { code, state, iss: deps.urls.city }));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return showConsentAgain(`${error.message}. ${error.hint}`);
      }
    });

    scope.post('/oauth/token', async (request, reply) => {
      await isLimited(request);
      const form = toFields(formOf(request));
      if (form.grant_type !== 'authorization_code')
        return oauthError(reply, 400, 'unsupported_grant_type', 'grant_type must be authorization_code');
      const { clock, signInKeys } = deps;
      const now = clock.now();
      const made = await deps.transaction(async (tx) => {
        const allowed = await redeemCode(
          tx,
          {
            code: form.code ?? '',
            clientId: form.client_id ?? '',
            redirectUri: form.redirect_uri ?? '',
            verifier: form.code_verifier ?? '',
          },
          now,
        );
        const key =
          allowed &&
          (await signInKeys.makeKey(tx, {
            agentId: allowed.agent_id,
            approvedWith: allowed.approved_with,
            name: allowed.client_name,
            scopes: allowed.scopes,
            spendCap: allowed.spend_cap,
            expiresAt: new Date(now.getTime() + validS * 1_000),
            network: toNetwork(request.ip),
            userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
          }));
        return key && { key, scopes: allowed.scopes };
      });
      if (!made)
        return oauthError(
          reply,
          400,
          'invalid_grant',
          'the code is used, expired or issued to another app, its verifier is wrong, or the key that approved it was revoked: sign in again',
        );
      return reply.header('cache-control', 'no-store').send({
        access_token: made.key,
        token_type: 'Bearer',
        expires_in: validS,
        scope: made.scopes.join(' '),
      });
    });
  });
}

const toFields = (form: URLSearchParams): SentFields => Object.fromEntries(form);

const parseCap = (text = ''): number => (/^[0-9]{1,7}$/.test(text) ? Number(text) : 0);

/** In-process from the person's network, so that every rule of the route applies. */
const registerAgent = (app: FastifyInstance, { ip }: FastifyRequest, name: string) =>
  app.inject({ method: 'POST', url: '/api/register', remoteAddress: ip, payload: { screen_name: name } });

/** Redirects the error to the app, or shows it to the person if the redirect URI is not verified. */
function refuse(reply: FastifyReply, wrong: InvalidAuthorizationRequest, iss: string) {
  const { redirectUri, error, description, state } = wrong;
  if (redirectUri === undefined) return sendPage(reply, 400, refusedRequest(description));
  return redirect(reply, redirectTo(redirectUri, { error, error_description: description, state, iss }));
}

const redirect = (reply: FastifyReply, url: string) =>
  reply
    .code(303)
    .headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send();

async function sendPage(reply: FastifyReply, status: number, content: string, wanted?: AuthorizationRequest) {
  const { html, headers } = await oauthPage(content, wanted?.redirectUri);
  return reply.code(status).headers(headers).send(html);
}

const oauthError = (reply: FastifyReply, status: number, error: string, error_description: string) =>
  reply.code(status).header('cache-control', 'no-store').send({ error, error_description });
