/**
 * `npm run samples -- [DIR]`: renders twelve sample videos with a contact sheet each, for review before a
 * release.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sampleTopics } from './sample-topics.ts';

const [out = 'data/samples'] = process.argv.slice(2);
const sheet = path.join(import.meta.dirname, 'contact-sheet.ts');
const { status } = spawnSync(process.execPath, [sheet, '--video', '--out', out, ...sampleTopics], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
