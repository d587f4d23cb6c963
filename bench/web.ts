import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { runDemoDay } from '../src/dev/demo-day/demo-day.ts';
import { noBrowser, startBrowser, type TestBrowser } from '../test/harness/browser.ts';
import { spawnKith } from '../test/harness/process.ts';
import { readOptions } from './options.ts';
import { median, progress } from './rounds.ts';
import { printTable } from './table.ts';

const firstViewMs = 1_000;
const scriptBytes = 100_000;
const bare = 'a bare static page';
const pages = {
  city: [
    '/',
    '/jobs',
    '/rooms/lobby',
    '/agents',
    '/shop',
    '/ledger',
    '/observability',
    '/reference',
    '/docs',
  ],
  utility: ['/', '/playground/json-repair', '/selftests', '/mutual-aid', '/resolvers', '/reference'],
} as const;

interface View {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly scriptBytes: number;
}

/**
 * `npm run bench -- web`: the first view of the main pages in a browser with an empty cache, of a city with a day's
 * activity, compared with a page of one sentence from a static server.
 */
export async function run(args: string[]): Promise<void> {
  if (noBrowser) return void console.log(`web: skipped, ${noBrowser}`);
  const { rounds } = readOptions(args, { rounds: 5 });
  const ends: (() => unknown)[] = [];
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kith-bench-web-'));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  try {
    const kith = await spawnKith({ after: (end) => void ends.push(end) }, { KITH_DATA_DIR: dataDir });
    ends.push(() => kith.kill());
    await runDemoDay({ cityUrl: kith.city.url, delayMs: 0, print: () => {} });
    const browser = await startBrowser();
    ends.push(() => browser.close());
    const subjects = new Map([
      [bare, await serveBarePage(ends)],
      ...pages.city.map((each) => [`city ${each}`, kith.city.url + each] as const),
      ...pages.utility.map((each) => [`utility ${each}`, kith.utility.url + each] as const),
    ]);
    report(await measureViews(browser, subjects, rounds));
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** All pages in turn for several rounds; the first warms up the servers and does not count. */
async function measureViews(
  browser: TestBrowser,
  subjects: ReadonlyMap<string, string>,
  rounds: number,
): Promise<Map<string, View[]>> {
  const views = new Map<string, View[]>([...subjects.keys()].map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, url] of subjects) {
      progress(`round ${round} of ${rounds}: ${name}`);
      const seen = await viewPage(browser, url);
      if (round > 0) views.get(name)!.push(seen);
    }
  }
  progress('');
  return views;
}

/** In a new browser context: nothing is cached, and no connection is open. */
async function viewPage(browser: TestBrowser, url: string): Promise<View> {
  const { page, context } = await browser.open({ motion: true });
  await page.goto(url);
  await page.locator('main:not([aria-busy]) h1').first().waitFor();
  const seen = await page.evaluate<View>(`new Promise((resolve) => {
    const entries = [];
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => resolve({
      fcpMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      lcpMs: entries.at(-1).startTime,
      scriptBytes: performance.getEntriesByType('resource').filter(({ name }) => /\\.(ts|js)$/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    }), 300);
  })`);
  await context.close();
  return seen;
}

async function serveBarePage(ends: (() => unknown)[]): Promise<string> {
  const html =
    '<!doctype html><html lang="en"><title>Bare</title><main><h1>One sentence, and nothing else.</h1></main></html>';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function report(views: ReadonlyMap<string, readonly View[]>): void {
  const middle = (name: string, of: (view: View) => number) => median(views.get(name)!.map(of)) ?? Number.NaN;
  const floor = middle(bare, ({ lcpMs }) => lcpMs);
  printTable(
    'the first view, cold: ms until the first and the largest content is painted, kB of script by then',
    ['page', 'first paint', 'first view', 'slowest', 'above the bare page', 'script kB', ''],
    [...views].map(([name, each]) => {
      const slowest = Math.max(...each.map(({ lcpMs }) => lcpMs));
      const bytes = Math.max(...each.map((view) => view.scriptBytes));
      const reached = slowest < firstViewMs && bytes < scriptBytes;
      const lcp = middle(name, ({ lcpMs }) => lcpMs);
      const fcp = middle(name, ({ fcpMs }) => fcpMs);
      return [name, fcp, lcp, slowest, lcp - floor, bytes / 1_000, reached ? 'reached' : 'MISSED'];
    }),
  );
}
