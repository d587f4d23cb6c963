import { escapeHtml } from '../escape-html.ts';
import { webFiles } from '../files.ts';
import { pageSecurityHeaders } from '../security.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { type OfferedScope, offeredScopes } from './metadata.ts';

/** The request as received: the form sends it back unchanged. */
export type SentFields = Readonly<Record<string, string>>;

const hiddenInputs = (fields: SentFields): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');

/** Asks for consent: the app, its scopes, and a key or a new name. */
export function consentForm(request: AuthorizationRequest, sent: SentFields, problem?: string): string {
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
export function newAccount(
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

export const refusedRequest = (description: string): string =>
  `<h1>This sign-in cannot continue</h1><p>${escapeHtml(description)}.</p>`;

const describeRedirect = (uri: string): string => {
  const url = new URL(uri);
  return url.host ? `${url.protocol}//${url.host}` : url.protocol;
};

/** A page without scripts. Its form may redirect to the app, which browsers check against form-action too. */
export async function oauthPage(content: string, redirectUri?: string) {
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
