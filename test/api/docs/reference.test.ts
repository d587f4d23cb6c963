import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { clientExamples } from '../../../docs/client-examples.ts';
import { buildReference } from '../../../docs/reference.ts';
import { sourceLink } from '../../../docs/source-link.ts';
import { startApp } from '../../harness/app.ts';

test('the committed reference matches the routes', async (t) => {
  const { kith } = await startApp(t, {
    env: { KITH_CITY_URL: 'http://127.0.0.1:4021', KITH_BASE_URL: 'http://127.0.0.1:4020' },
  });
  assert.equal(kith.services.length, 2);
  for (const { service, about } of kith.services) {
    const file = path.join(import.meta.dirname, '../../../docs/api', `${service.name}.md`);
    const made = buildReference(service, about, { examplesOf: clientExamples, sourceLink });
    assert.equal(readFileSync(file, 'utf8'), made, 'run: npm run docs');
  }
});
