import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { DevDir } from '../../../src/dev/dev-dir.ts';

test('of twenty updates at once the last stays, beside the fields that others set', async (t) => {
  const base = mkdtempSync(path.join(os.tmpdir(), 'kith-dev-dir-'));
  t.after(() => rmSync(base, { recursive: true, force: true }));
  const dir = await DevDir.make(path.join(base, 'dev'));
  const times = Array.from({ length: 20 }, (_, i) => new Date(i * 1000).toISOString());
  await Promise.all([
    ...times.map((now) => dir.update({ now })),
    dir.update({ consoleUrl: 'http://127.0.0.1:1' }),
  ]);
  const { now, consoleUrl } = DevDir.open(dir.path).marker;
  assert.equal(now, times.at(-1));
  assert.equal(consoleUrl, 'http://127.0.0.1:1');
});
