import { allowsRedirect, type OauthClient, type OauthClients } from './clients.ts';
import { defaultScopes, isOffered, type OfferedScope } from './metadata.ts';

/** The access that an app requests. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly state: string | undefined;
  readonly scopes: readonly OfferedScope[];
}

type Fields = Readonly<Record<string, string | undefined>>;

/** An error, redirected to the app's URI or, if that is not verified, shown to the person. */
export interface InvalidAuthorizationRequest {
  readonly redirectUri?: string;
  readonly state?: string | undefined;
  readonly error: string;
  readonly description: string;
}

export function readAuthorizationRequest(
  fields: Fields,
  clients: OauthClients,
  resources: readonly string[],
): AuthorizationRequest | InvalidAuthorizationRequest {
  const {
    client_id: clientId = '',
    redirect_uri: redirectUri = '',
    state,
    code_challenge: challenge = '',
  } = fields;
  const client = clients.find(clientId);
  if (!client)
    return { error: 'invalid_client', description: 'client_id is not known here: register the app again' };
  if (!allowsRedirect(client, redirectUri))
    return { error: 'invalid_request', description: 'redirect_uri is not one that the app registered' };
  const refused = (error: string, description: string): InvalidAuthorizationRequest => ({
    redirectUri,
    state,
    error,
    description,
  });
  if (fields.response_type !== 'code')
    return refused('unsupported_response_type', 'response_type must be code');
  if (fields.code_challenge_method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return refused('invalid_request', 'code_challenge with code_challenge_method=S256 is required');
  if (fields.resource !== undefined && !resources.includes(withoutSlash(fields.resource)))
    return refused('invalid_target', `resource must be one of ${resources.join(', ')}`);
  const requested = (fields.scope ?? '').split(' ').filter(Boolean);
  const unknownScope = requested.find((scope) => !isOffered(scope));
  if (unknownScope !== undefined)
    return refused('invalid_scope', `there is no scope ${unknownScope.slice(0, 40)}`);
  const scopes = requested.length > 0 ? requested.filter(isOffered) : defaultScopes;
  return { clientId, client, redirectUri, challenge, state, scopes };
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

/** The app's redirect URI with the outcome (RFC 6749, 4.1.2; `iss` by RFC 9207). */
export function redirectTo(uri: string, outcome: Fields): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(outcome))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
