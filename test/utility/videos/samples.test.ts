import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { MovableClock } from '../../harness/clock.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { until } from '../watches/receiver.ts';

test('the operator’s samples are ordered once and shown to anyone as soon as they are made', async (t) => {
  const dataDir = await freshDataDir(t);
  // Where the folders of renders belong there is a file: orders are seen here, not films.
  await writeFile(path.join(dataDir, 'videos'), '');
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const app = await startApp(t, {
    clock,
    env: { KITH_DATA_DIR: dataDir, KITH_VIDEO_SAMPLES: '1', KITH_VIDEO_RENDERS: '1' },
  });
  assert.deepEqual((await app.utility.get('/video/samples')).json, { samples: [] });
  clock.forward(600_000);
  const ordered = () =>
    app.database.sql(`SELECT id, topic FROM video_job WHERE owner = 'samples' ORDER BY created_at, id`);
  await until(async () => (await ordered()).length === 3);
  assert.equal(new Set((await ordered()).map(({ topic }) => topic)).size, 3);
  await app.database.sql(
    `UPDATE video_job SET status = 'done', duration_s = 31.5, storyboard = '{"title":"A sample"}' WHERE owner = 'samples'`,
  );
  const { json } = await app.utility.get('/video/samples');
  assert.equal(json.samples.length, 3);
  assert.deepEqual([json.samples[0].title, json.samples[0].duration_s], ['A sample', 31.5]);
  assert.match(json.samples[0].video, /\/videos\/[\w-]{32}\/video\.mp4$/);
  const { json: ally } = await app.utility.post('/ally/register', { agent: 'visitor' });
  assert.equal((await app.utility.get('/videos', { ally: ally.key })).json.count, 0, 'they are no key’s own');
  // One that failed is ordered again at the next beat, and only that one.
  const failed = json.samples[0].topic;
  await app.database.sql(`UPDATE video_job SET status = 'failed' WHERE owner = 'samples' AND topic = $1`, [
    failed,
  ]);
  clock.forward(600_000);
  await until(async () => (await ordered()).length > 3);
  const again = (await ordered()).map(({ topic }) => topic);
  assert.deepEqual([again.length, again.filter((topic) => topic === failed).length], [4, 2]);
});
