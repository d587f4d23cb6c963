import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startApp } from '../harness/app.ts';

const root = path.join(import.meta.dirname, '../..');

test('the first five minutes of the README work as printed, and end as it says', async (t) => {
  const app = await startApp(t);
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const section = readme.slice(
    readme.indexOf('## The first five minutes'),
    readme.indexOf('## Where to read on'),
  );
  const blocks = [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, text]) => ({
    kind,
    text: text!,
  }));
  const script = blocks
    .filter(({ kind }) => kind === 'sh')
    .map(({ text }) => text)
    .join('\n')
    .replaceAll('http://127.0.0.1:4021', app.kith.urls.city)
    .replaceAll('http://127.0.0.1:4020', app.kith.urls.utility)
    // The package is not installed anywhere else here, so its command is called where it lies.
    .replaceAll('npx kith', `'${process.execPath}' '${path.join(root, 'bin/kith.mjs')}'`);
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-readme-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const printed = await run(script, dir);
  assert.doesNotMatch(printed, /"error"/);
  const [tip, verified] = blocks
    .filter(({ kind }) => kind === 'json' || kind === 'text')
    .map(({ text }) => text.trim());
  assert.ok(printed.includes(tip!), `${tip} is not in\n${printed}`);
  assert.ok(printed.trim().endsWith(verified!), printed);
});

/** In a process of its own, while this one goes on serving. */
async function run(script: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd });
  return stdout;
}
