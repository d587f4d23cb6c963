import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { runDemoDay } from '../src/dev/demo-day/demo-day.ts';
import { noBrowser, startBrowser, type TestBrowser } from '../test/harness/browser.ts';
import { spawnKith } from '../test/harness/process.ts';
import { recordFigure } from './figures.ts';
import { readOptions } from './options.ts';
import { median, progress } from './rounds.ts';
import { printTable } from './table.ts';

/** A phone on a slow network, as Lighthouse emulates it: a quarter of the speed, 1.6 Mbit/s, 150 ms to and fro. */
const phone = { cpuSlowdown: 4, bytesPerSecond: 1_600_000 / 8, latencyMs: 150, width: 412, height: 823 };
const bars = { lcpMs: 1_500, shift: 0.05, scriptBytes: 60_000, totalBytes: 300_000 };
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
  /** The largest of the page's cumulative layout shift. */
  readonly shift: number;
  readonly scriptBytes: number;
  readonly totalBytes: number;
  /** What moved, for a page that misses the bar. */
  readonly moved: readonly string[];
}

/**
 * `npm run bench -- web`: the first view of the main pages on an emulated phone with an empty cache, of a city with a day's
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
  const { width, height, bytesPerSecond, latencyMs, cpuSlowdown } = phone;
  const { page, context } = await browser.open({ motion: true, touch: true, width, height });
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('main:not([aria-busy]) h1').first().waitFor();
  const seen = await page.evaluate<View>(`new Promise((resolve) => {
    const paints = [];
    const shifts = [];
    new PerformanceObserver((list) => paints.push(...list.getEntries())).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true });
    const nameOf = (node) => node ? (node.nodeName + '.' + (node.className ?? '') + ' ' + (node.textContent ?? '').slice(0, 30)) : '?';
    setTimeout(() => {
      const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      const sum = (entries) => entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
      resolve({
        fcpMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
        lcpMs: paints.at(-1).startTime,
        shift: shifts.reduce((total, { value }) => total + value, 0),
        moved: shifts.flatMap(({ value, startTime, sources }) => sources.map((each) =>
          Math.round(startTime) + ' ms, ' + value.toFixed(3) + ': ' + nameOf(each.node) + ' ' + each.previousRect.y + ' to ' + each.currentRect.y)),
        scriptBytes: sum(loaded.filter(({ name }) => /\\.(ts|js)$/.test(name))),
        totalBytes: sum(loaded),
      });
    }, 1000);
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
  const middle = (each: readonly View[], of: (view: View) => number) => median(each.map(of)) ?? Number.NaN;
  const floor = middle(views.get(bare)!, ({ lcpMs }) => lcpMs);
  printTable(
    'the first view on an emulated phone, cold: ms until the first and the largest content is painted, layout shift, kB loaded',
    ['page', 'first paint', 'first view', 'above the bare page', 'shift', 'script kB', 'kB', ''],
    [...views].map(([name, each]) => {
      const lcp = middle(each, ({ lcpMs }) => lcpMs);
      const shift = middle(each, (view) => view.shift);
      const script = middle(each, (view) => view.scriptBytes);
      const total = middle(each, (view) => view.totalBytes);
      const peer = `${bars.lcpMs} ms on an emulated phone`;
      recordFigure({
        figure: `first view of ${name}`,
        peer,
        ratio: lcp / bars.lcpMs,
        target: 1,
        isLimit: true,
      });
      const missed = [
        lcp > bars.lcpMs && 'first view',
        shift > bars.shift && 'shift',
        script > bars.scriptBytes && 'script',
        total > bars.totalBytes && 'kB',
      ].filter((bar) => bar !== false);
      const verdict = missed.length > 0 ? `MISSED ${missed.join(', ')}` : 'reached';
      const fcp = middle(each, ({ fcpMs }) => fcpMs);
      return [name, fcp, lcp, lcp - floor, shift.toFixed(3), script / 1_000, total / 1_000, verdict];
    }),
  );
  for (const [name, each] of views)
    if (middle(each, (view) => view.shift) > bars.shift)
      console.log(`${name} moved:\n  ${each.at(-1)?.moved.join('\n  ')}`);
}
