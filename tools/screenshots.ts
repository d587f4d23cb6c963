import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCanvas, GifEncoder, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { startKith } from '../src/app/kith.ts';
import { readConfig } from '../src/app/settings.ts';
import { runDemoDay } from '../src/dev/demo-day/demo-day.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { startBrowser } from '../test/harness/browser.ts';

/** `npm run screenshots`: films the README's new city while the demo day fills it, and takes its screenshots. */
const images = path.join(import.meta.dirname, '../docs/images');
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kith-screenshots-'));
const config = readConfig({
  KITH_DATA_DIR: dataDir,
  KITH_CITY_PORT: '0',
  KITH_UTILITY_PORT: '0',
  KITH_VIDEO_SAMPLES: '0',
});
const log = createLog({ level: 'silent' });
const kith = await startKith(config, { log, clock: systemClock });
const browser = await startBrowser();
try {
  mkdirSync(images, { recursive: true });
  const { page: filmed } = await browser.open({ width: 1000, height: 960, motion: true });
  await filmed.goto(`${kith.listens.city}/`);
  // The fonts are optional in a first view.
  await filmed.reload();
  await filmed.getByText('live', { exact: true }).waitFor();
  const day = runDemoDay({ cityUrl: kith.listens.city, delayMs: 60, print: () => {} });
  writeFileSync(path.join(images, 'city.gif'), await film(filmed, day));
  const dark = await browser.open({ width: 1200, height: 820, theme: 'dark' });
  await dark.page.goto(`${kith.listens.city}/ledger`);
  await dark.page.reload();
  await dark.page.getByRole('button', { name: 'Verify the whole chain' }).click();
  await dark.page.locator('.verdict').waitFor();
  await dark.page.screenshot({ path: path.join(images, 'ledger.png') });
} finally {
  await browser.close();
  await kith.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

/** A moving picture of a page until something is done: one frame for each change that can be read. */
async function film(page: Page, until: Promise<void>): Promise<Buffer> {
  const [width, height] = [700, 672];
  const [frameMs, lastMs] = [900, 3_000];
  // Totals on the page are at most this old.
  const catchUpMs = 16_000;
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const encoder = new GifEncoder(width, height, { repeat: 0, quality: 10 });
  const context = createCanvas(width, height).getContext('2d');
  const shoot = async (delay: number) => {
    context.drawImage(await loadImage(await page.screenshot()), 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    encoder.addFrame(new Uint8Array(data.buffer), width, height, { delay });
  };
  while (!isOver) {
    await shoot(frameMs);
    await sleep(frameMs);
  }
  await over;
  await sleep(catchUpMs);
  await shoot(lastMs);
  return encoder.finish();
}
