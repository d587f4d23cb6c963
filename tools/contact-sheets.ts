import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runDemoDay } from '../src/dev/demo-day/demo-day.ts';
import { Site } from '../test/fixtures/web/site.ts';
import { holdRenders, Renderer, storeSelftests } from '../test/fixtures/web/stored-history.ts';
import { type PagesWorld, startPagesWorld } from '../test/fixtures/web/world.ts';
import { type Written, writeEverywhere } from '../test/fixtures/web/writings.ts';
import { startBrowser } from '../test/harness/browser.ts';
import { register } from '../test/harness/client.ts';
import { startTestPostgres } from '../test/harness/postgres.ts';
import { fillCity } from './contact-sheets/fill.ts';
import { emptyShots, fullShots, hostileShots, type Shot } from './contact-sheets/pages.ts';
import { type Device, type Picture, writeSheets } from './contact-sheets/sheet.ts';

/**
 * `npm run contact-sheets [-- folder [state [paths]]]`: photographs every page (or those whose path matches a
 * pattern) empty, full and with hostile data, on a wide screen and on a phone, light and dark, as sheets.
 * Prints axe findings, pages wider than their window, and faults.
 */
const [folder = path.join(os.tmpdir(), 'kith-contact-sheets'), only = '', paths = ''] = process.argv.slice(2);
const devices: Readonly<Record<string, Device>> = {
  wide: { width: 1440, height: 900, scale: 0.5, columns: 3 },
  phone: { width: 390, height: 844, scale: 0.6, columns: 7 },
};
const tallest = 2_600;

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
const oddTextsFor = (nth: number): string[] =>
  oddTexts
    .map((_, at) => oddTexts[(at + nth) % oddTexts.length]!)
    .flatMap((text) => [text, text.slice(0, 60), text.slice(0, 12)]);

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kith-sheets-'));
const { server, env } = await startTestPostgres(dataDir);
Object.assign(process.env, env);
const [world, browser] = await Promise.all([startPagesWorld(), startBrowser()]);
mkdirSync(folder, { recursive: true });
const releaseRenders = await holdRenders(world);
try {
  const wants = (state: string): boolean => state.includes(only);
  if (wants('empty')) {
    const { api_key: newcomer } = await register(world.city, 'Newcomer');
    await photograph('empty', emptyShots(world, newcomer));
  }
  await runDemoDay({ cityUrl: world.city.url, delayMs: 0, print: () => {} });
  if (wants('full')) await photograph('full', fullShots(world, await fillCity(world)));
  if (wants('hostile')) {
    const written = await writeEverywhere(world, oddTextsFor, 'x');
    await storeSelftests(world, oddTexts[0]!);
    const [title, description, tag] = [oddTexts[1]!, oddTexts[2]!, oddTexts[3]!];
    await new Renderer(world, written.videoId).publish({ title, description, tags: [tag, 'tag'] });
    world.site.html = `<title>${oddTexts[3]!.replaceAll('<', '&lt;')}</title><p>${word.repeat(9)}</p>`;
    await untilChanged(world, written);
    await photograph('hostile', hostileShots(written));
  }
} finally {
  await releaseRenders();
  await browser.close();
  await world.stop();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilChanged({ utility }: PagesWorld, { watchId, ally }: Written): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await utility.get(`/watch/${watchId}`, { ally })).json.changes.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function photograph(state: string, shots: readonly Shot[]): Promise<void> {
  for (const [name, device] of Object.entries(devices)) {
    const sites = new Map<string, Site>();
    const siteOf = async ({ service, key }: Shot): Promise<Site> => {
      const viewer = `${service} ${key ?? ''}`;
      const site = sites.get(viewer) ?? (await Site.open(browser, world[service].url, device));
      if (key && !sites.has(viewer)) await site.signIn(key);
      sites.set(viewer, site);
      return site;
    };
    const pictures: Record<'light' | 'dark', Picture[]> = { light: [], dark: [] };
    for (const shot of shots.filter((each) => new RegExp(paths).test(each.path))) {
      const label = `${shot.service} ${shot.path}${shot.key ? ' (signed in)' : ''}`;
      const site = await siteOf(shot);
      try {
        await site.show(shot.path);
        await shot.act?.(site);
        await site.page.waitForTimeout(250);
        for (const theme of ['light', 'dark'] as const) {
          await site.page.emulateMedia({ colorScheme: theme });
          pictures[theme].push({ name: label, png: await picture(site, device) });
          const rules = theme === 'dark' ? ['color-contrast'] : undefined;
          for (const finding of await site.findings(rules)) report(state, name, theme, label, finding);
        }
        const wider = await site.widerBy();
        if (wider > 0) report(state, name, label, `${wider} px wider than the window`);
      } catch (error) {
        report(state, name, label, String(error).slice(0, 400));
      }
      for (const fault of site.window.faults.splice(0)) report(state, name, label, fault);
      await site.page.emulateMedia({ colorScheme: 'light' });
    }
    for (const theme of ['light', 'dark'] as const) {
      for (const [nth, { png }] of pictures[theme].entries())
        writeFileSync(path.join(folder, `single-${state}-${name}-${theme}-${nth + 1}.png`), png);
      await writeSheets(folder, `${state}-${name}-${theme}`, pictures[theme], device);
    }
    for (const { window } of sites.values()) await window.context.close();
  }
}

async function picture({ page }: Site, { width, height }: Device): Promise<Buffer> {
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
  const clip = { x: 0, y: 0, width, height: Math.min(tallest, Math.max(whole, height)) };
  return page.screenshot({ clip, fullPage: true });
}

function report(...words: string[]): void {
  process.stdout.write(`FOUND ${words.join(' | ')}\n`);
}
