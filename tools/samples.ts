/** `npm run samples -- [DIR]`: twelve sample videos with a contact sheet each, to be looked at before a release. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const topics = [
  'How does a heat pump work',
  'Why is the sky blue',
  'Why do octopuses have three hearts',
  'The fall of the Berlin Wall',
  'Three habits for better sleep',
  'What is x402',
  'Cats vs dogs',
  'How do vaccines work',
  'How do black holes form',
  'Mount Everest',
  'What is inflation',
  'How does a large language model work',
];
const [out = 'data/samples'] = process.argv.slice(2);
const sheet = path.join(import.meta.dirname, 'contact-sheet.ts');
const { status } = spawnSync(process.execPath, [sheet, '--video', '--out', out, ...topics], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
