import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, type FailureCase } from '../../../fixtures/utility/failures/case.ts';
import { cases } from '../../../fixtures/utility/failures/cases.ts';
import { type Fault, faults } from '../../../fixtures/utility/failures/faults.ts';
import { startFailingWorld } from '../../../fixtures/utility/failures/world.ts';
import { noWebPorts } from '../../../fixtures/utility/internet.ts';
import { whenNotBusy } from '../../../fixtures/utility/site.ts';
import type { Answer } from '../../../harness/client.ts';

/** The error text of a failure that is not the caller's. */
const refusals = new Set(['upstream_failed', 'upstream_timeout', 'blocked']);
/** Further calls with the same key would wait. */
const callsAtOnce = 8;

/** They have no upstream. */
const local = ['json-repair', 'text-entities'];
/** All or nothing: one upstream, a page or a registry, gives the whole response. */
const whole =
  'html-table readability seo-audit structured-data tech-detect url-metadata vies-check whois-rdap'.split(
    ' ',
  );

test('every skill with an upstream is here, and says in one field what was not read', async (t) => {
  const { utility } = await startFailingWorld(t, 'dead');
  const { skills } = (await utility.get('/skills')).json;
  const ids = skills.map(({ path }: { path: string }) => path.slice(1));
  const covered = new Set(cases.map(({ skill }) => skill));
  assert.deepEqual(ids.filter((id: string) => !covered.has(id)).toSorted(), local);
  const { paths } = (await utility.get('/openapi.json')).json;
  const without = ids.filter((id: string) => !JSON.stringify(paths[`/${id}`]).includes('"not_read"'));
  assert.deepEqual(without.toSorted(), [...local, ...whole].toSorted());
});

for (const fault of faults) {
  test(`an upstream that is ${fault} is never taken for one that says no`, {
    skip: noWebPorts,
  }, async (t) => {
    const { utility, ally, places, logged } = await startFailingWorld(t, fault);
    const wanted = cases.filter((each) => covers(each, fault));
    let charged = 0;
    const run = async (each: FailureCase) => {
      const path = `/${each.skill}?${new URLSearchParams(each.query(places))}`;
      const answer = await whenNotBusy(() => utility.get(path, { ally }));
      charged += answer.status === 200 && answer.json.access !== 'blocked' ? 1 : 0;
      await t.test(`${each.skill}: ${each.upstream}`, () => check(each, fault, answer));
    };
    const waiting = [...wanted];
    const runNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
    };
    await Promise.all(Array.from({ length: callsAtOnce }, runNext));
    await t.test('what failed is free, and not an error of ours', async () => {
      const { json } = await utility.get('/ally/me', { ally });
      assert.equal(json.used_today, charged);
      assert.doesNotMatch(logged(), /"level":(?:40|50|60)/);
    });
  });
}

function check({ expected, unknown = {} }: FailureCase, fault: Fault, answer: Answer): void {
  const { json, text } = answer;
  if (expected === 'refused') {
    assert.ok(refusals.has(answer.headers['x-error-code'] ?? ''), text);
    return;
  }
  assert.equal(answer.status, 200, text);
  if (typeof expected === 'function') expected(json, fault);
  else for (const field of expected) assert.ok(field in Object(json.not_read), `${field}: ${text}`);
  for (const [path, value] of Object.entries(unknown)) assert.deepEqual(valueAt(json, path), value, path);
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((at, name) => Object(at)[name], value);
