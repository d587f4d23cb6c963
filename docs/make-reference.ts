import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startKith } from '../src/app/kith.ts';
import { exampleEnv, readConfig } from '../src/app/settings.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { clientExamples } from './client-examples.ts';
import { buildReference } from './reference.ts';
import { settingsPage } from './settings-page.ts';
import { sourceLink } from './source-link.ts';

/**
 * Writes docs/settings.md and .env.example from the settings, and docs/api/*.md from the routes of a real kith that is
 * started for it and stopped again.
 */
writeFileSync(path.join(import.meta.dirname, 'settings.md'), settingsPage());
writeFileSync(path.join(import.meta.dirname, '../.env.example'), exampleEnv());

const dataDir = mkdtempSync(path.join(tmpdir(), 'kith-docs-'));
const config = readConfig({
  KITH_DATA_DIR: dataDir,
  KITH_CITY_PORT: '0',
  KITH_SELFTEST_INTERVAL_S: '0',
  KITH_VIDEO_SAMPLES: '0',
  KITH_UTILITY_PORT: '0',
  KITH_CITY_URL: 'http://127.0.0.1:4021',
  KITH_BASE_URL: 'http://127.0.0.1:4020',
});
const kith = await startKith(config, {
  log: createLog({ level: 'silent' }),
  clock: systemClock,
});
for (const { service, about } of kith.services) {
  writeFileSync(
    path.join(import.meta.dirname, 'api', `${service.name}.md`),
    buildReference(service, about, { examplesOf: clientExamples, sourceLink }),
  );
}
await kith.stop();
rmSync(dataDir, { recursive: true, force: true });
