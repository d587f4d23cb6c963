import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startKith } from '../src/app/kith.ts';
import { readConfig } from '../src/app/settings.ts';
import { runDemoDay } from '../src/dev/demo-day/demo-day.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { startBrowser } from '../test/harness/browser.ts';

/** `npm run screenshots`: takes the README's screenshots in a new city after the demo day. */
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
  await runDemoDay({ cityUrl: kith.listens.city, delayMs: 0, print: () => {} });
  mkdirSync(images, { recursive: true });
  const { page } = await browser.open({ width: 1200, height: 820 });
  await page.goto(`${kith.listens.city}/`);
  // The fonts are optional in a first view.
  await page.reload();
  await page.getByText('live', { exact: true }).waitFor();
  await page.screenshot({ path: path.join(images, 'city.png') });
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
