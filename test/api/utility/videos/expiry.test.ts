import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';
import { dayMs, hourMs, MovableClock } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';

test('a video is gone at its stated time, whether or not its bytes are removed yet', async (t) => {
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  // No worker runs here, so the bytes are not removed.
  const app = await startApp(t, { clock, env: { KITH_ROLES: 'city,utility' } });
  const { json: registered } = await app.utility.post('/ally/register', { agent: 'owner' });
  const me = { ally: registered.key };
  const made = await app.utility.post('/video', { topic: 'Owls', script: 'Owls fly silently.' }, me);
  assert.equal(made.status, 200, made.text);
  const id = made.json.job_id;
  const expires = new Date(clock.now().getTime() + 2 * dayMs);
  const [{ token }] = await app.database.sql(
    `UPDATE video_job SET status = 'done', finished_at = $2, expires_at = $3, answers_topic = true
     WHERE id = $1 RETURNING token`,
    [id, clock.now(), expires],
  );
  await app.database.sql(`INSERT INTO video_file VALUES ($1, 'video.mp4', 5, 'abc')`, [token]);
  const job = async () => (await app.utility.get(`/video/${id}`, me)).json;
  const file = () => app.utility.get(`/videos/${token}/video.mp4`, { headers: { 'if-none-match': '"abc"' } });
  const agesOf = async () => (await file()).headers['cache-control'];

  assert.equal((await job()).expires_at, expires.toISOString());
  assert.equal(await agesOf(), 'public, max-age=86400');
  clock.forward(2 * dayMs - hourMs);
  assert.ok((await job()).video.endsWith('/video.mp4'));
  assert.equal(await agesOf(), 'public, max-age=3600', 'no cache stores it beyond its expiry');
  clock.forward(hourMs);
  const over = await job();
  assert.deepEqual([over.video, over.poster, over.captions], [null, null, null]);
  assert.match(over.error, /has expired/);
  assertRefused(await file(), 404, 'not_found');
});
