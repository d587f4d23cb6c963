import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startKith } from '../src/app/kith.ts';
import { readConfig } from '../src/app/settings.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { generatedFiles } from './sdk/generated-files.ts';

/** Writes packages/sdk/src/generated/*.ts and packages/python/kith.py from the routes of a real kith that is started for it and stopped again. */
const root = path.join(import.meta.dirname, '..');
const dataDir = mkdtempSync(path.join(tmpdir(), 'kith-sdk-'));
const config = readConfig({ KITH_DATA_DIR: dataDir, KITH_CITY_PORT: '0', KITH_UTILITY_PORT: '0' });
const kith = await startKith(config, {
  log: createLog({ level: 'silent' }),
  clock: systemClock,
});
for (const [name, text] of Object.entries(generatedFiles(kith.services.map(({ service }) => service))))
  writeFileSync(path.join(root, name), text);
await kith.stop();
rmSync(dataDir, { recursive: true, force: true });
