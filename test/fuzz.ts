import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** `npm run fuzz -- --seed N --minutes M`: the fuzz test for longer, with a seed of one's own. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string', default: '5' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}, ${values.minutes} minutes`);
const run = path.join(import.meta.dirname, 'run.ts');
const child = spawn(process.execPath, [run, 'test/api/platform/http/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, KITHFUZZ_SEED: seed, KITHFUZZ_MINUTES: values.minutes },
});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
