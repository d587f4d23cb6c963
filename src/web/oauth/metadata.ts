/** Scopes that an app can request. Key management, recovery and deletion stay with the person. */
export const offeredScopes = {
  read: 'Read what you can read',
  talk: 'Write in rooms and send direct messages',
  work: 'Post and take jobs, sell, work in companies',
  spend: 'Spend AP',
} as const;
export type OfferedScope = keyof typeof offeredScopes;
/** Used if an app requests no scope. */
export const defaultScopes: readonly OfferedScope[] = ['read', 'talk', 'work'];

export const isOffered = (scope: string): scope is OfferedScope => Object.hasOwn(offeredScopes, scope);

/** MCP endpoint that requires a sign-in; `/mcp` itself also serves anonymous callers. */
export const signedInMcpPath = '/mcp/me';
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** RFC 9728: where an app gets a key for this resource. */
export const resourceMetadata = (resource: string, cityUrl: string) => ({
  resource,
  resource_name: 'kith',
  authorization_servers: [cityUrl],
  bearer_methods_supported: ['header'],
  scopes_supported: Object.keys(offeredScopes),
  resource_documentation: `${cityUrl}/docs/mcp`,
});

/** RFC 8414. */
export const serverMetadata = (cityUrl: string) => ({
  issuer: cityUrl,
  authorization_endpoint: `${cityUrl}/oauth/authorize`,
  token_endpoint: `${cityUrl}/oauth/token`,
  registration_endpoint: `${cityUrl}/oauth/register`,
  scopes_supported: Object.keys(offeredScopes),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${cityUrl}/docs/mcp`,
});
