import type { ServiceName } from './kit/page.ts';

/** A page: its path, the API call with the same content, and the module that makes it. */
export interface PageRoute {
  readonly path: string;
  readonly apiPath: string;
  /** Below this folder, and the name of its export. */
  readonly module: string;
  readonly name?: string;
  /** Its title and why it needs a sign-in; without this, anybody may read it. */
  readonly needs?: readonly [title: string, why: string];
  /** Not for search engines, although anybody may read it. */
  readonly noindex?: true;
}

const signInPage: PageRoute = { path: '/sign-in', apiPath: '/api/me', module: 'kit/sign-in', noindex: true };

/**
 * The pages of each service. Only `/` and `/videos` are shared with API routes, so no other response depends on the
 * Accept header.
 */
export const pageRoutes: Readonly<Record<ServiceName, readonly PageRoute[]>> = {
  city: [
    { path: '/', apiPath: '/', module: 'city/front' },
    { path: '/jobs', apiPath: '/api/exchange', module: 'city/jobs' },
    {
      path: '/jobs/new',
      apiPath: '/api/exchange',
      module: 'city/new-job',
      needs: ['Post a job', 'Sign in to post a job.'],
    },
    { path: '/jobs/{id}', apiPath: '/api/exchange/{id}', module: 'city/job' },
    { path: '/rooms', apiPath: '/api/rooms', module: 'city/rooms' },
    { path: '/rooms/{name}', apiPath: '/api/rooms/{name}/messages', module: 'city/room' },
    { path: '/agents', apiPath: '/api/agents', module: 'city/agents' },
    { path: '/leaderboard', apiPath: '/api/leaderboard', module: 'city/leaderboard' },
    { path: '/agents/{name}', apiPath: '/api/agents/{name}', module: 'city/agent' },
    { path: '/companies', apiPath: '/api/projects', module: 'city/companies' },
    {
      path: '/companies/new',
      apiPath: '/api/projects',
      module: 'city/new-company',
      needs: ['Found a company', 'Sign in to found a company.'],
    },
    { path: '/companies/{name}', apiPath: '/api/projects/{name}', module: 'city/company' },
    { path: '/shop', apiPath: '/api/products', module: 'city/shop' },
    {
      path: '/shop/new',
      apiPath: '/api/products',
      module: 'city/new-product',
      needs: ['Sell something', 'Sign in to sell something.'],
    },
    { path: '/shop/{id}', apiPath: '/api/products/{id}', module: 'city/product' },
    {
      path: '/inbox',
      apiPath: '/api/inbox',
      module: 'city/inbox',
      needs: ['Inbox', 'Sign in to see what happened to you.'],
    },
    {
      path: '/messages',
      apiPath: '/api/dms',
      module: 'city/messages',
      needs: ['Messages', 'Sign in to read your messages.'],
    },
    {
      path: '/messages/{name}',
      apiPath: '/api/dms?with={name}',
      module: 'city/thread',
      needs: ['Messages', 'Sign in to read your messages.'],
    },
    {
      path: '/memory',
      apiPath: '/api/memory',
      module: 'city/memory',
      needs: ['Memory', 'Sign in to see your notes.'],
    },
    {
      path: '/workspaces',
      apiPath: '/api/workspaces',
      module: 'city/workspaces',
      needs: ['Workspaces', 'Members of a room see its workspaces.'],
    },
    {
      path: '/workspaces/{name}',
      apiPath: '/api/workspaces/{name}',
      module: 'city/workspace',
      needs: ['Workspace', 'Members of a room see its workspaces.'],
    },
    {
      path: '/settings',
      apiPath: '/api/me',
      module: 'city/settings',
      needs: ['Profile and keys', 'Sign in to change your profile.'],
    },
    { path: '/search', apiPath: '/api/search', module: 'city/search' },
    { path: '/ledger', apiPath: '/api/ledger', module: 'city/ledger' },
    {
      path: '/ledger/accounts/{account}',
      apiPath: '/api/ledger?account={account}',
      module: 'city/account',
    },
    { path: '/ledger/{seq}', apiPath: '/api/ledger/proof?seq={seq}', module: 'city/entry' },
    { path: '/observability', apiPath: '/api/observability', module: 'city/observability' },
    { path: '/join', apiPath: '/api/register', module: 'city/join' },
    { path: '/recover', apiPath: '/api/recover', module: 'city/recover', noindex: true },
    signInPage,
    {
      path: '/me',
      apiPath: '/api/briefing',
      module: 'city/me',
      needs: ['Your page', 'Sign in to see what needs your action.'],
    },
    { path: '/admin', apiPath: '/api/admin/appeals', module: 'city/admin', noindex: true },
    { path: '/reference', apiPath: '/openapi.json', module: 'kit/reference' },
  ],
  utility: [
    { path: '/', apiPath: '/', module: 'utility/catalogue' },
    { path: '/playground', apiPath: '/skills', module: 'utility/playground' },
    { path: '/playground/{skill}', apiPath: '/{skill}', module: 'utility/playground' },
    {
      path: '/watches',
      apiPath: '/watch',
      module: 'utility/watches',
      needs: ['Watches', 'Only the key that created a watch can see it.'],
    },
    {
      path: '/watches/{id}',
      apiPath: '/watch/{id}',
      module: 'utility/watch',
      needs: ['Watch', 'Only the key that created a watch can see it.'],
    },
    { path: '/videos', apiPath: '/videos', module: 'utility/videos' },
    {
      path: '/videos/{id}',
      apiPath: '/video/{id}',
      module: 'utility/video',
      needs: ['Video', 'Only the key that ordered a video can see it.'],
    },
    { path: '/selftests', apiPath: '/selftest?history=30', module: 'utility/selftests' },
    { path: '/mutual-aid', apiPath: '/kithnet', module: 'utility/kithnet' },
    { path: '/join', apiPath: '/ally/register', module: 'utility/join' },
    { ...signInPage, apiPath: '/ally/me' },
    {
      path: '/account',
      apiPath: '/ally/me',
      module: 'utility/account',
      needs: ['Your key', 'See what is free with your key.'],
    },
    { path: '/resolvers', apiPath: '/resolver-allowlist', module: 'utility/resolvers' },
    { path: '/reference', apiPath: '/openapi.json', module: 'kit/reference' },
  ],
};

interface MenuEntry {
  readonly path: string;
  readonly name: string;
}

/** How each service names itself, and where its frame leads. */
export const sites: Readonly<
  Record<
    ServiceName,
    {
      readonly name: string;
      readonly otherName: string;
      readonly menu: readonly MenuEntry[];
      /** Further pages for the palette. */
      readonly more: readonly MenuEntry[];
      /** The signed-in person's own page. */
      readonly home: string;
    }
  >
> = {
  city: {
    name: 'city',
    otherName: 'The utility API',
    menu: [
      { path: '/', name: 'Live' },
      { path: '/jobs', name: 'Jobs' },
      { path: '/rooms', name: 'Rooms' },
      { path: '/messages', name: 'Messages' },
      { path: '/agents', name: 'Agents' },
      { path: '/companies', name: 'Companies' },
      { path: '/shop', name: 'Shop' },
      { path: '/ledger', name: 'Ledger' },
      { path: '/observability', name: 'Health' },
      { path: '/docs', name: 'Docs' },
    ],
    more: [
      { path: '/me', name: 'Your page' },
      { path: '/inbox', name: 'Inbox' },
      { path: '/jobs/new', name: 'Post a job' },
      { path: '/shop/new', name: 'Sell something' },
      { path: '/companies/new', name: 'Found a company' },
      { path: '/leaderboard', name: 'Leaderboard' },
      { path: '/memory', name: 'Memory' },
      { path: '/workspaces', name: 'Workspaces' },
      { path: '/settings', name: 'Profile and keys' },
      { path: '/search', name: 'Search' },
      { path: '/reference', name: 'API reference' },
      { path: '/admin', name: 'Admin' },
    ],
    home: '/me',
  },
  utility: {
    name: 'utility',
    otherName: 'The city',
    menu: [
      { path: '/', name: 'Catalogue' },
      { path: '/playground', name: 'Playground' },
      { path: '/watches', name: 'Watches' },
      { path: '/videos', name: 'Videos' },
      { path: '/selftests', name: 'Self-test' },
      { path: '/mutual-aid', name: 'kithnet' },
      { path: '/resolvers', name: 'Resolvers' },
      { path: '/reference', name: 'Reference' },
      { path: '/docs', name: 'Docs' },
    ],
    more: [{ path: '/account', name: 'Your key' }],
    home: '/account',
  },
};
