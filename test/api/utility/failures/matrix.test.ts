import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases } from '../../../fixtures/utility/failures/cases.ts';
import { testFault } from '../../../fixtures/utility/failures/matrix.ts';
import { startFailingWorld } from '../../../fixtures/utility/failures/world.ts';

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

// The other faults are in test/long.
testFault('garbage');
