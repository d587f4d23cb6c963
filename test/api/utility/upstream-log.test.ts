import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../../fixtures/utility/world.ts';

test('a failing upstream is logged at level 30, without a stack or the target’s query string', async (t) => {
  const world = await startWorld(t, { zone: { 'dead.test': 'servfail' } });
  const target = encodeURIComponent('http://dead.test/page?token=do-not-log-me');
  const answer = await world.utility.get(`/url-metadata?url=${target}`, { ally: world.ally });
  assert.ok(answer.status >= 500, `${answer.status} ${answer.text}`);
  const logged = world.logged();
  assert.match(logged, new RegExp(`"code":"${answer.headers['x-error-code']}"`));
  assert.doesNotMatch(logged, /do-not-log-me|"stack"|"level":50/);
});
