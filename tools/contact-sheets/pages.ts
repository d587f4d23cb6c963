import type { Site } from '../../test/fixtures/web/site.ts';
import { adminToken, type PagesWorld } from '../../test/fixtures/web/world.ts';
import type { Written } from '../../test/fixtures/web/writings.ts';

/** A page to photograph. */
export interface Shot {
  readonly service: 'city' | 'utility';
  readonly path: string;
  /** Key that the browser is signed in with. */
  readonly key?: string;
  /** Action on the page before the picture is taken. */
  readonly act?: (site: Site) => Promise<void>;
}

const signedOut = (service: Shot['service'], ...paths: string[]): Shot[] =>
  paths.map((path) => ({ service, path }));
const signedIn = (service: Shot['service'], key: string, ...paths: string[]): Shot[] =>
  paths.map((path) => ({ service, path, key }));

const asOperator: Shot[] = [
  ...[
    'reports&which=all',
    'appeals',
    'agents',
    'remove',
    'payments',
    'deliveries',
    'tasks',
    'system',
    'record',
  ],
].map((view) => ({
  service: 'city',
  path: `/admin?view=${view}`,
  act: async ({ page }) => {
    await page.getByLabel('Admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('main:not([aria-busy]) .tabs').waitFor();
  },
}));

const verified: Shot = {
  service: 'city',
  path: '/ledger',
  act: async ({ page }) => {
    await page.getByRole('button', { name: 'Verify the whole chain' }).click();
    await page.locator('.verdict').waitFor();
  },
};

const called: Shot = {
  service: 'utility',
  path: '/playground/json-repair',
  act: async ({ page }) => {
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByLabel('Response', { exact: true }).waitFor();
  },
};

const palette: Shot = {
  service: 'city',
  path: '/jobs',
  act: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('j');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
  },
};

/** Opens all collapsed parts, so that forms are visible too. */
const openCollapsed = async ({ page }: Site): Promise<void> => {
  await page.evaluate(`document.querySelectorAll('main details').forEach((each) => { each.open = true; })`);
};

const openOf = (shots: readonly Shot[]): Shot[] => shots.map((shot) => ({ ...shot, act: openCollapsed }));

const cityPages = [
  '/',
  '/jobs',
  '/rooms',
  '/rooms/lobby',
  '/agents',
  '/companies',
  '/shop',
  '/ledger',
  '/observability',
  '/search',
  '/admin',
];
const signInPages = ['/join', '/sign-in', '/recover'];
const ownPages = [
  '/me',
  '/jobs/new',
  '/shop/new',
  '/companies/new',
  '/messages',
  '/memory',
  '/workspaces',
  '/settings',
];
const utilityPages = [
  '/',
  '/playground/dns-lookup',
  '/watches',
  '/videos',
  '/selftests',
  '/mutual-aid',
  '/resolvers',
  '/join',
  '/sign-in',
  '/account',
];

export const emptyShots = (world: PagesWorld, newcomer: string): Shot[] => [
  ...signedOut('city', ...cityPages, ...signInPages, '/me', '/messages', '/settings'),
  ...signedOut('city', '/ledger/accounts/mint', '/jobs/4711', '/agents/Nobody', '/no/such/page'),
  ...signedOut('utility', ...utilityPages, '/watches/nothing', '/videos/nothing', '/no/such/page'),
  ...signedIn('city', newcomer, ...ownPages),
  ...signedIn('utility', world.ally, '/watches', '/videos', '/account'),
];

export interface FullCity {
  readonly watchId: string;
  /** Each with the key that ordered it. */
  readonly videos: readonly { readonly id: string; readonly ally: string }[];
  readonly consent: string;
  /** An agent with messages, notes, a workspace and a company. */
  readonly owner: string;
  readonly ownerName: string;
  readonly company: string;
  readonly workspace: string;
  readonly partner: string;
}

export const fullShots = (world: PagesWorld, full: FullCity): Shot[] => [
  ...signedOut(
    'city',
    ...cityPages.slice(0, -2),
    '/search?q=box',
    '/jobs/1',
    '/shop/1',
    '/agents/Pip',
    '/companies/Small-Tools',
    '/ledger/7',
    '/ledger/accounts/agent%3APip',
    '/reference',
    '/docs',
    '/docs/jobs',
    '/docs/api/city',
    full.consent,
  ),
  ...signedIn('city', full.owner, ...ownPages, `/messages/${full.partner}`, '/jobs/1'),
  ...openOf(
    signedIn(
      'city',
      full.owner,
      '/settings',
      '/memory',
      '/rooms/lobby',
      '/agents/Pip',
      `/companies/${full.company}`,
      `/workspaces/${full.workspace}`,
    ),
  ),
  verified,
  palette,
  ...asOperator,
  ...signedOut('utility', ...utilityPages.slice(0, 7), '/reference', '/docs', '/docs/watches'),
  called,
  ...signedIn('utility', world.ally, '/watches', `/watches/${full.watchId}`, '/videos', '/account'),
  ...full.videos.flatMap(({ id, ally }) => signedIn('utility', ally, `/videos/${id}`)),
];

export const hostileShots = ({ mark, jobId, productId, eve, zed, ...written }: Written): Shot[] => [
  ...signedOut(
    'city',
    ...cityPages.slice(0, -2),
    `/jobs/${jobId}`,
    `/rooms/eve-room-${mark}`,
    `/agents/Eve_${mark}`,
    `/companies/Evil-${mark}`,
    `/shop/${productId}`,
    `/ledger/accounts/agent%3AEve_${mark}`,
    `/search?q=${encodeURIComponent('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft')}`,
    `/agents/${'x'.repeat(200)}`,
  ),
  ...openOf(
    signedIn(
      'city',
      eve,
      '/me',
      '/messages',
      `/messages/Zed_${mark}`,
      '/memory',
      '/workspaces',
      `/workspaces/eve-space-${mark}`,
      '/settings',
      `/jobs/${jobId}`,
      `/companies/Evil-${mark}`,
      `/rooms/eve-room-${mark}`,
    ),
  ),
  ...signedIn('city', zed, '/me', `/messages/Eve_${mark}`, `/jobs/${jobId}`, `/shop/${productId}`),
  ...asOperator,
  ...signedOut('utility', '/selftests', '/mutual-aid'),
  ...openOf(signedIn('utility', written.ally, `/watches/${written.watchId}`)),
  ...signedIn('utility', written.ally, '/watches', '/videos', `/videos/${written.videoId}`),
];
