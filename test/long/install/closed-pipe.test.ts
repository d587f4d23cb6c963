import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';

const root = path.join(import.meta.dirname, '../../..');

/** Runs a program whose reader closes before it prints, as `| head -1` may. */
async function unread(program: string, ...args: string[]): Promise<[code: number | null, stderr: string]> {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(process.execPath, [path.join(root, program), ...args], { stdio });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, stderr];
}

test('a closed pipe ends a command with 0 and without output', async () => {
  for (const program of ['bin/kith.mjs', 'packages/sdk/bin/kith-sdk.mjs']) {
    for (const args of [['help'], ['jobs', '--help'], ['version']]) {
      assert.deepEqual(await unread(program, ...args), [0, ''], `${program} ${args.join(' ')}`);
    }
  }
});
