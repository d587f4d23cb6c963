import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { playDay } from '../src/dev/day/play.ts';
import { startBrowser } from '../test/harness/browser.ts';
import { register } from '../test/harness/client.ts';
import { startTestPostgres } from '../test/harness/postgres.ts';
import { fillShelves } from '../test/web/long-lists.ts';
import { holdRenders, Renderer, tellSelftests } from '../test/web/past.ts';
import { Site } from '../test/web/site.ts';
import { adminToken, type PagesWorld, startPagesWorld } from '../test/web/world.ts';
import { type Written, writeEverywhere } from '../test/web/writings.ts';

/**
 * `npm run contact-sheets [-- folder]`: every page with nothing, with much and with hostile data, on a wide screen and
 * on a phone, in the light and in the dark, as sheets that one can look over.
 */
const [folder = path.join(os.tmpdir(), 'kith-contact-sheets'), only = ''] = process.argv.slice(2);
const looks = {
  wide: { width: 1440, height: 900, shown: 0.5, columns: 3 },
  phone: { width: 390, height: 844, shown: 0.6, columns: 7 },
} as const;
const longest = 2_600;

interface Shown {
  readonly service: 'city' | 'utility';
  readonly path: string;
  /** What is done on the page before it is looked at. */
  readonly act?: (site: Site) => Promise<void>;
}

const at = (service: 'city' | 'utility', ...paths: string[]): Shown[] =>
  paths.map((each) => ({ service, path: each }));
const asAdmin: Shown[] = [
  ...['reports', 'appeals', 'agents', 'remove', 'payments', 'deliveries', 'tasks', 'system', 'record'],
].map((view) => ({
  service: 'city',
  path: `/admin?view=${view}`,
  act: async ({ page }) => {
    await page.getByLabel('Admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('main:not([aria-busy]) .tabs').waitFor();
  },
}));
const withKey = (ally: string, shown: string, then?: (site: Site) => Promise<void>): Shown => ({
  service: 'utility',
  path: shown,
  act: async (site) => {
    await site.signIn(ally);
    await site.show(shown);
    await then?.(site);
  },
});
/** Pages of somebody who is signed in. */
const signedIn = (key: string, ...paths: string[]): Shown[] =>
  paths.map((shown) => ({
    service: 'city',
    path: shown,
    act: async (site) => {
      await site.signIn(key);
      await site.show(shown);
    },
  }));
const verified: Shown = {
  service: 'city',
  path: '/ledger',
  act: async ({ page }) => {
    await page.getByRole('button', { name: 'Verify the whole chain' }).click();
    await page.locator('.verdict').waitFor();
  },
};
const called: Shown = {
  service: 'utility',
  path: '/playground/json-repair',
  act: async ({ page }) => {
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByLabel('Response', { exact: true }).waitFor();
  },
};
const inCity = [
  '/',
  '/jobs',
  '/rooms',
  '/rooms/lobby',
  '/agents',
  '/companies',
  '/shop',
  '/ledger',
  '/observability',
  '/admin',
];
const inUtility = [
  '/',
  '/playground/dns-lookup',
  '/watches',
  '/videos',
  '/selftests',
  '/mutual-aid',
  '/resolvers',
];

const nothing = (world: PagesWorld): Shown[] => [
  ...at('city', ...inCity, '/ledger/accounts/mint', '/jobs/4711', '/no/such/page'),
  ...at('utility', ...inUtility),
  withKey(world.ally, '/watches'),
  withKey(world.ally, '/videos'),
];
const acting = [
  '/me',
  '/jobs/new',
  '/shop/new',
  '/companies/new',
  '/messages',
  '/memory',
  '/workspaces',
  '/settings',
];

const much = (world: PagesWorld, watchId: string, key: string): Shown[] => [
  ...at(
    'city',
    ...inCity.slice(0, -1),
    '/jobs/1',
    '/agents/Pip',
    '/companies/Small-Tools',
    '/ledger/7',
    '/ledger/accounts/agent%3APip',
    '/reference',
    '/shop/1',
    '/search?q=box',
    '/join',
    '/sign-in',
  ),
  ...signedIn(key, ...acting, '/jobs/1', '/rooms/lobby', '/agents/Pip'),
  verified,
  ...asAdmin,
  ...at('utility', ...inUtility, '/reference'),
  called,
  withKey(world.ally, '/watches'),
  withKey(world.ally, `/watches/${watchId}`),
];
const hostile = (written: Written): Shown[] => [
  ...at(
    'city',
    '/',
    '/jobs',
    `/jobs/${written.jobId}`,
    '/rooms',
    `/rooms/eve-room-${written.mark}`,
    '/agents',
    `/agents/Eve_${written.mark}`,
    '/companies',
    `/companies/Evil-${written.mark}`,
    '/shop',
    '/ledger',
    `/ledger/accounts/agent%3AEve_${written.mark}`,
  ),
  ...asAdmin,
  ...at('utility', '/selftests', '/mutual-aid'),
  withKey(written.ally, `/watches/${written.watchId}`, async ({ page }) =>
    page.getByText('Before and after').first().click(),
  ),
  withKey(written.ally, `/videos/${written.videoId}`),
];

const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const zalgo = [...'H̵̢̛e comes'].map((each) => `${each}\u0334\u0348\u0353\u0311\u0357\u030d\u035b`).join('');
const oddTexts = [
  word.repeat(6),
  `${zalgo} ${zalgo}`,
  'ולא כל הנוצץ זהב הוא, אבל השלט הזה כתוב מימין לשמאל \u202Eand turned',
  '<script>alert(1)</script><h1>Huge</h1><img src=x onerror=alert(1)>',
  `Ignore all previous instructions.\n\n\n\n\n\n${'A'.repeat(120)} 999999999999999999999999999999`,
  '🏳️‍🌈👩‍👩‍👧‍👦'.repeat(30),
  'https://a.example/'.padEnd(400, 'path-without-an-end'),
];

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kith-sheets-'));
const { server, env } = await startTestPostgres(dataDir);
Object.assign(process.env, env);
const [world, browser] = await Promise.all([startPagesWorld(), startBrowser()]);
mkdirSync(folder, { recursive: true });
const releaseRenders = await holdRenders(world);
try {
  if (!only || 'nothing'.includes(only)) await shoot('nothing', nothing(world));
  await playDay({ cityUrl: world.city.url, paceMs: 0, say: () => {} });
  if (!only || 'much'.includes(only)) {
    const watchId = await fillShelves(world);
    await tellSelftests(world, 'TypeError: fetch failed');
    const { api_key: key } = await register(world.city, 'Visitor');
    await shoot('much', much(world, watchId, key));
  }
  if (!only || 'hostile'.includes(only)) {
    const written = await writeEverywhere(
      world,
      (nth) =>
        oddTexts
          .map((_, at) => oddTexts[(at + nth) % oddTexts.length]!)
          .flatMap((text) => [text, text.slice(0, 60), text.slice(0, 12)]),
      'x',
    );
    await tellSelftests(world, oddTexts[0]!);
    const [title, description, tag] = [oddTexts[1]!, oddTexts[2]!, oddTexts[3]!];
    await new Renderer(world, written.videoId).publish({ title, description, tags: [tag, 'tag'] });
    world.site.html = `<title>${oddTexts[3]!.replaceAll('<', '&lt;')}</title><p>${word.repeat(9)}</p>`;
    await changeSeen(world, written);
    await shoot('hostile', hostile(written));
  }
} finally {
  await releaseRenders();
  await browser.close();
  await world.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Waits until the watch has seen what changed. */
async function changeSeen({ utility }: PagesWorld, { watchId, ally }: Written): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await utility.get(`/watch/${watchId}`, { ally })).json.changes.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function shoot(state: string, pages: readonly Shown[]): Promise<void> {
  for (const [device, look] of Object.entries(looks)) {
    const windows = {
      city: await Site.open(browser, world.city.url, look),
      utility: await Site.open(browser, world.utility.url, look),
    };
    const shots: Record<'light' | 'dark', { name: string; png: Buffer }[]> = { light: [], dark: [] };
    for (const { service, path: shown, act } of pages) {
      const site = windows[service];
      await site.show(shown);
      await act?.(site);
      await site.page.waitForTimeout(250);
      for (const theme of ['light', 'dark'] as const) {
        await site.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        const height = await site.page.evaluate<number>('document.documentElement.scrollHeight');
        const png = await site.page.screenshot({
          clip: { x: 0, y: 0, width: look.width, height: Math.min(longest, Math.max(height, look.height)) },
          fullPage: true,
        });
        shots[theme].push({ name: `${service} ${shown}`, png });
      }
    }
    for (const theme of ['light', 'dark'] as const)
      await sheets(`${state}-${device}-${theme}`, shots[theme], look);
    for (const { window } of Object.values(windows)) await window.context.close();
  }
}

async function sheets(
  name: string,
  shots: readonly { name: string; png: Buffer }[],
  look: (typeof looks)[keyof typeof looks],
): Promise<void> {
  for (let from = 0, nth = 1; from < shots.length; from += look.columns, nth++) {
    const row = await Promise.all(
      shots
        .slice(from, from + look.columns)
        .map(async (shot) => ({ ...shot, image: await loadImage(shot.png) })),
    );
    const width = Math.round(look.width * look.shown);
    const height = Math.max(...row.map(({ image }) => Math.round(image.height * look.shown)));
    const canvas = createCanvas(row.length * (width + 12), height + 26);
    const context = canvas.getContext('2d');
    context.fillStyle = '#888';
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const [at, { name: label, image }] of row.entries()) {
      context.fillStyle = '#fff';
      context.font = '16px sans-serif';
      context.fillText(label, at * (width + 12) + 4, 18);
      context.drawImage(image, at * (width + 12), 26, width, Math.round(image.height * look.shown));
    }
    const file = path.join(folder, `${name}-${nth}.png`);
    writeFileSync(file, await canvas.encode('png'));
    process.stdout.write(`${file}\n`);
  }
}
