import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../harness/refused.ts';
import { startWorld } from '../world.ts';

test('repairs, lists its fixes, and takes long texts in a body', async (t) => {
  const { utility, ally } = await startWorld(t);
  const repair = (json: string) => utility.post('/json-repair', { json }, { ally });

  const sent = "{name: 'Ada', skills: ['maths',]";
  const { status, json } = await utility.get(`/json-repair?json=${encodeURIComponent(sent)}`, { ally });
  assert.equal(status, 200);
  assert.deepEqual(json.json, { name: 'Ada', skills: ['maths'] });
  assert.equal(json.text, '{"name": "Ada", "skills": ["maths"]}');
  assert.deepEqual([json.valid_before, json.fix_count], [false, json.fixes.length]);
  assert.deepEqual(
    json.fixes.map((each: { fix: string; position: number }) => `${each.position} ${each.fix}`),
    [
      '1 added quotes',
      '7 replaced quotes by double quotes',
      '14 added quotes',
      '23 replaced quotes by double quotes',
      '31 removed a trailing comma',
      '32 added a missing closing bracket',
    ],
  );
  assert.deepEqual((await repair(sent)).json, json);

  const valid = (await repair(' [1, "a"] ')).json;
  assert.deepEqual([valid.valid_before, valid.text, valid.fix_count], [true, ' [1, "a"] ', 0]);
  for (const value of ['null', '0', '""', 'false', '{"a":[{"b":null}]}'])
    assert.deepEqual((await repair(value)).json.json, JSON.parse(value));

  const long = (await repair(`[${'[1,],'.repeat(100_000)}]`)).json;
  assert.deepEqual([long.json.length, long.fixes.length, long.fix_count], [100_000, 1_000, 100_001]);

  for (const hopeless of [' ', '{:2}', '"\\uZ000"', 'callback {}', '['.repeat(5_000)])
    assertRefused(await repair(hopeless), 400, 'invalid_field', hopeless.slice(0, 20));
  assertRefused(await utility.get('/json-repair?json=', { ally }), 400, 'invalid_field');
  assertRefused(await repair('['.repeat(1_048_576)), 413, 'too_large');
});
