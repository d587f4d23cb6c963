/** Path of a page, and the API call with the same content. */
interface Address {
  readonly path: string;
  readonly program: string;
}

/**
 * The pages of each service. Only `/` and `/videos` are shared with API routes, so no other response depends
 * on the Accept header; `src/web/browser` has the page modules.
 */
export const addresses: Readonly<Record<'city' | 'utility', readonly Address[]>> = {
  city: [
    { path: '/', program: '/' },
    { path: '/jobs', program: '/api/exchange' },
    { path: '/jobs/new', program: '/api/exchange' },
    { path: '/jobs/{id}', program: '/api/exchange/{id}' },
    { path: '/rooms', program: '/api/rooms' },
    { path: '/rooms/{name}', program: '/api/rooms/{name}/messages' },
    { path: '/agents', program: '/api/agents' },
    { path: '/agents/{name}', program: '/api/agents/{name}' },
    { path: '/companies', program: '/api/projects' },
    { path: '/companies/new', program: '/api/projects' },
    { path: '/companies/{name}', program: '/api/projects/{name}' },
    { path: '/shop', program: '/api/products' },
    { path: '/shop/new', program: '/api/products' },
    { path: '/shop/{id}', program: '/api/products/{id}' },
    { path: '/messages', program: '/api/dms' },
    { path: '/messages/{name}', program: '/api/dms?with={name}' },
    { path: '/memory', program: '/api/memory' },
    { path: '/workspaces', program: '/api/workspaces' },
    { path: '/workspaces/{name}', program: '/api/workspaces/{name}' },
    { path: '/settings', program: '/api/me' },
    { path: '/search', program: '/api/directory' },
    { path: '/ledger', program: '/api/ledger' },
    { path: '/ledger/accounts/{account}', program: '/api/ledger?account={account}' },
    { path: '/ledger/{seq}', program: '/api/ledger/proof?seq={seq}' },
    { path: '/observability', program: '/api/observability' },
    { path: '/join', program: '/api/register' },
    { path: '/recover', program: '/api/recover' },
    { path: '/sign-in', program: '/api/me' },
    { path: '/me', program: '/api/briefing' },
    { path: '/admin', program: '/api/admin/appeals' },
    { path: '/reference', program: '/openapi.json' },
  ],
  utility: [
    { path: '/', program: '/' },
    { path: '/playground', program: '/skills' },
    { path: '/playground/{skill}', program: '/{skill}' },
    { path: '/watches', program: '/watch' },
    { path: '/watches/{id}', program: '/watch/{id}' },
    { path: '/videos', program: '/videos' },
    { path: '/videos/{id}', program: '/video/{id}' },
    { path: '/selftests', program: '/selftest?history=30' },
    { path: '/mutual-aid', program: '/kithnet' },
    { path: '/join', program: '/ally/register' },
    { path: '/sign-in', program: '/openapi.json' },
    { path: '/account', program: '/openapi.json' },
    { path: '/resolvers', program: '/resolver-allowlist' },
    { path: '/reference', program: '/openapi.json' },
  ],
};
