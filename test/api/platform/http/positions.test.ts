import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BoundRoute } from '../../../../src/platform/http/route.ts';
import { register } from '../../../harness/client.ts';
import { sharedApp, unique } from '../../../harness/shared-app.ts';
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

test('a position that was never given is answered with a reset to the newest, and one that was given waits', async () => {
  const { kith, city, utility } = await sharedApp();
  const [ada, bob] = [await register(city), await register(city)];
  const room = unique('places');
  await city.post('/api/rooms', { name: room, topic: 'x' }, { key: ada.api_key });
  const workspace = unique('lab').toLowerCase().replaceAll('_', '-');
  await city.post('/api/workspaces', { name: workspace, room }, { key: ada.api_key });
  const said = await city.post(`/api/rooms/${room}/messages`, { body: 'first' }, { key: ada.api_key });
  await city.post('/api/dms', { to: bob.screen_name, body: 'hello' }, { key: ada.api_key });
  const paths = kith.services.flatMap(({ service }) =>
    lists(service)
      .filter(
        ({ path, query, response }) =>
          'since_id' in propertiesOf(query) && response.status !== 101 && !path.includes('{id}'),
      )
      .map(({ path }) => [service.name === 'city' ? city : utility, path] as const),
  );
  assert.ok(paths.length >= 5, `${paths}`);
  const never = 9_000_000_000;
  for (const [server, path] of paths) {
    const real = path.replace('/rooms/{name}', `/rooms/${room}`).replace('{name}', workspace);
    const read = async (since: number) => {
      const withAgent = path === '/api/dms' ? `&with=${bob.screen_name}` : '';
      const { status, json, text } = await server.get(`${real}?since_id=${since}${withAgent}`, {
        key: ada.api_key,
      });
      assert.equal(status, 200, `${path}: ${text}`);
      return json;
    };
    const { reset, reset_to, hint } = await read(never);
    assert.ok(
      reset === true && reset_to < never && hint,
      `${path}: ${JSON.stringify({ reset, reset_to, hint })}`,
    );
    assert.equal((await read(reset_to)).reset, undefined, path);
  }
  const { next_since_id: next } = (await city.get(`/api/rooms/${room}/messages?since_id=${never}`)).json;
  assert.ok(next >= said.json.id && next < never);
  const waited = city.get(`/api/rooms/${room}/messages?since_id=${next}&wait=20`);
  await city.post(`/api/rooms/${room}/messages`, { body: 'second' }, { key: ada.api_key });
  assert.deepEqual(
    (await waited).json.messages.map(({ body }: { body: string }) => body),
    ['second'],
  );
});
