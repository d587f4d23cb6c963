/** Path of a page, and the API call with the same content. */
interface PageAddress {
  readonly path: string;
  readonly apiPath: string;
}

/**
 * The pages of each service. Only `/` and `/videos` are shared with API routes, so no other response depends
 * on the Accept header; `src/web/browser` has the page modules.
 */
export const pageAddresses: Readonly<Record<'city' | 'utility', readonly PageAddress[]>> = {
  city: [
    { path: '/', apiPath: '/' },
    { path: '/jobs', apiPath: '/api/exchange' },
    { path: '/jobs/new', apiPath: '/api/exchange' },
    { path: '/jobs/{id}', apiPath: '/api/exchange/{id}' },
    { path: '/rooms', apiPath: '/api/rooms' },
    { path: '/rooms/{name}', apiPath: '/api/rooms/{name}/messages' },
    { path: '/agents', apiPath: '/api/agents' },
    { path: '/agents/{name}', apiPath: '/api/agents/{name}' },
    { path: '/companies', apiPath: '/api/projects' },
    { path: '/companies/new', apiPath: '/api/projects' },
    { path: '/companies/{name}', apiPath: '/api/projects/{name}' },
    { path: '/shop', apiPath: '/api/products' },
    { path: '/shop/new', apiPath: '/api/products' },
    { path: '/shop/{id}', apiPath: '/api/products/{id}' },
    { path: '/messages', apiPath: '/api/dms' },
    { path: '/messages/{name}', apiPath: '/api/dms?with={name}' },
    { path: '/memory', apiPath: '/api/memory' },
    { path: '/workspaces', apiPath: '/api/workspaces' },
    { path: '/workspaces/{name}', apiPath: '/api/workspaces/{name}' },
    { path: '/settings', apiPath: '/api/me' },
    { path: '/search', apiPath: '/api/directory' },
    { path: '/ledger', apiPath: '/api/ledger' },
    { path: '/ledger/accounts/{account}', apiPath: '/api/ledger?account={account}' },
    { path: '/ledger/{seq}', apiPath: '/api/ledger/proof?seq={seq}' },
    { path: '/observability', apiPath: '/api/observability' },
    { path: '/join', apiPath: '/api/register' },
    { path: '/recover', apiPath: '/api/recover' },
    { path: '/sign-in', apiPath: '/api/me' },
    { path: '/me', apiPath: '/api/briefing' },
    { path: '/admin', apiPath: '/api/admin/appeals' },
    { path: '/reference', apiPath: '/openapi.json' },
  ],
  utility: [
    { path: '/', apiPath: '/' },
    { path: '/playground', apiPath: '/skills' },
    { path: '/playground/{skill}', apiPath: '/{skill}' },
    { path: '/watches', apiPath: '/watch' },
    { path: '/watches/{id}', apiPath: '/watch/{id}' },
    { path: '/videos', apiPath: '/videos' },
    { path: '/videos/{id}', apiPath: '/video/{id}' },
    { path: '/selftests', apiPath: '/selftest?history=30' },
    { path: '/mutual-aid', apiPath: '/kithnet' },
    { path: '/join', apiPath: '/ally/register' },
    { path: '/sign-in', apiPath: '/openapi.json' },
    { path: '/account', apiPath: '/openapi.json' },
    { path: '/resolvers', apiPath: '/resolver-allowlist' },
    { path: '/reference', apiPath: '/openapi.json' },
  ],
};
