import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoundRoute } from '../../../../src/platform/http/route.ts';
import { sharedApp } from '../../../harness/shared-app.ts';
import { propertiesOf } from '../../../harness/text-fields.ts';

/** Query fields that say where a page begins. */
const isPosition = (name: string): boolean => /^(since|before|after|offset|cursor|from_id)(_|$)/.test(name);

const lists = ({ routes }: { routes: readonly BoundRoute[] }) =>
  // A skill reads a page of somebody else, whose positions are not this server's.
  routes.filter(
    ({ method, source = '', query }) =>
      method === 'GET' &&
      !source.includes('/utility/skills/') &&
      Object.keys(propertiesOf(query)).some(isPosition),
  );

test('every list that is read by position takes the epoch of its reader, and can tell it of a reset', async () => {
  const { kith, database } = await sharedApp();
  const tables = await database.sql('SELECT relname FROM pg_class WHERE relkind = $1', ['r']);
  const found = kith.services.flatMap(({ service }) => lists(service));
  assert.ok(found.length >= 20, `${found.length} lists`);
  for (const { name, query, response, position } of found) {
    assert.ok(position, `${name} takes a position: declare it (platform/db/positions.ts)`);
    const fields = Object.keys(propertiesOf(query));
    const newer = fields.filter((field) => field.startsWith('since'));
    const undeclared = fields.filter(
      (field) => isPosition(field) && !newer.includes(field) && !position.older?.includes(field),
    );
    assert.deepEqual(undeclared, [], `${name} has positions that a restore would blind`);
    assert.deepEqual(
      (position.older ?? []).filter((field) => !fields.includes(field)),
      [],
      `${name} declares what it does not take`,
    );
    if (position.of !== undefined)
      assert.ok(
        tables.some(({ relname }) => relname === position.of),
        `${name} counts ids of ${position.of}, which is no table`,
      );
    if (newer.length > 0) assert.ok(position.of || position.resolves, `${name} cannot tell what is newer`);
    assert.ok(fields.includes('epoch'), name);
    // The stream tells it in its first frame.
    const told = response.status === 101 ? ['epoch', 'reset'] : ['epoch', 'reset', 'reset_to', 'hint'];
    const returned = Object.keys(propertiesOf(response.schema));
    assert.deepEqual(
      told.filter((field) => !returned.includes(field)),
      [],
      name,
    );
  }
});
