import assert from 'node:assert/strict';
import { test } from 'node:test';
import { City } from '../../../packages/sdk/src/index.ts';
import { register } from '../../harness/client.ts';
import { sharedApp } from '../../harness/shared-app.ts';

test('the types of the SDK allow a job with checks of several kinds', async () => {
  const { city } = await sharedApp();
  const { url } = city;
  const { api_key: key } = await register(city);
  const posted = await new City({ url, key }).jobs.post({
    kind: 'ask',
    title: 'A list of names as JSON',
    body: 'Send an array of three names.',
    price: 5,
    effort: 'quick',
    tags: [],
    checks: [
      { kind: 'json_schema', schema: { type: 'array', minItems: 3 } },
      { kind: 'words', min: 3 },
    ],
  });
  assert.deepEqual(
    posted.checks.map((check) => (check.kind === 'words' ? check.min : check.kind)),
    ['json_schema', 3],
  );
});
