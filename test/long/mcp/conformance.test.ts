import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { suiteService } from './suite-service.ts';

const suite = path.join(import.meta.dirname, '../../../node_modules/.bin/conformance');
const notDeclared = path.join(import.meta.dirname, 'not-declared.yml');
const notInProduct = path.join(import.meta.dirname, 'not-in-product.yml');

/** The suite exits with 0 if nothing failed except what the file lists, and everything it lists failed. */
function run(url: string, cwd: string, expected: string): Promise<{ code: number; printed: string }> {
  const args = [suite, 'server', '--url', `${url}/mcp`, '--expected-failures', expected];
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    ),
  );
}

test('the public conformance suite passes on both services, except for undeclared capabilities', async (t) => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'kith-mcp-'));
  t.after(() => rm(cwd, { recursive: true, force: true }));
  const { kith } = await startApp(t);
  for (const url of Object.values(kith.listens)) {
    const { code, printed } = await run(url.replace('127.0.0.1', 'localhost'), cwd, notInProduct);
    assert.equal(code, 0, printed.slice(-3_000));
    for (const scenario of ['server-initialize', 'ping', 'tools-list'])
      assert.match(printed, new RegExp(`✓ ${scenario}: 1 passed, 0 failed`));
    assert.match(printed, /✓ dns-rebinding-protection: 2 passed, 0 failed/);
  }
});

test('with the suite’s own tools, resources and prompts, every declared scenario passes', async (t) => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'kith-mcp-'));
  t.after(() => rm(cwd, { recursive: true, force: true }));
  const { url, errors } = await suiteService(t);
  const { code, printed } = await run(url, cwd, notDeclared);
  assert.equal(code, 0, printed.slice(-3_000));
  const passed = [...printed.matchAll(/✓ ([\w-]+): \d+ passed, 0 failed/g)].map(([, name]) => name);
  assert.equal(passed.length, 20, passed.join(' '));
  assert.equal(passed.filter((name) => name?.startsWith('tools-call-')).length, 6, passed.join(' '));
  assert.match(
    String(errors),
    /^Error: This tool intentionally returns an error/,
    'only what the suite asks for',
  );
});
