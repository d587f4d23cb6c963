import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startApp } from '../harness/app.ts';

const suite = path.join(import.meta.dirname, '../../node_modules/.bin/conformance');
const notOurs = path.join(import.meta.dirname, 'not-declared.yml');

/** The suite ends with 0 if nothing failed beyond what the file lists, and nothing it lists went well. */
function run(url: string, cwd: string): Promise<{ code: number; printed: string }> {
  const args = [suite, 'server', '--url', `${url}/mcp`, '--expected-failures', notOurs];
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    ),
  );
}

test('the public conformance suite passes on both services, but for what they do not declare', async (t) => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'kith-mcp-'));
  t.after(() => rm(cwd, { recursive: true, force: true }));
  const { kith } = await startApp(t);
  for (const url of Object.values(kith.listens)) {
    const { code, printed } = await run(url.replace('127.0.0.1', 'localhost'), cwd);
    assert.equal(code, 0, printed.slice(-3_000));
    for (const scenario of ['server-initialize', 'ping', 'tools-list'])
      assert.match(printed, new RegExp(`✓ ${scenario}: 1 passed, 0 failed`));
    assert.match(printed, /✓ dns-rebinding-protection: 2 passed, 0 failed/);
  }
});
