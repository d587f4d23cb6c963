import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { hourMs, MovableClock } from '../../harness/clock.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { freshDatabase } from '../../harness/database.ts';
import { until } from '../watches/receiver.ts';

test('the operator’s samples are ordered once and shown to anyone when finished', async (t) => {
  const dataDir = await freshDataDir(t);
  // Where the folders of renders belong there is a file: orders are seen here, not films.
  await writeFile(path.join(dataDir, 'videos'), '');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const start = (env: Record<string, string>) =>
    startApp(t, { clock, database, env: { KITH_DATA_DIR: dataDir, KITH_VIDEO_RENDERS: '1', ...env } });
  const topics = async () =>
    (await database.sql(`SELECT topic FROM video_job WHERE owner = 'samples' ORDER BY created_at, id`)).map(
      ({ topic }) => topic as string,
    );
  /** Runs the app until so many samples are ordered. */
  const orderUntil = async (count: number) => {
    const working = await start({ KITH_VIDEO_SAMPLES: '1' });
    clock.forward(hourMs);
    await until(async () => (await topics()).length >= count);
    await working.stop();
  };
  await orderUntil(3);
  const ordered = await topics();
  assert.equal(new Set(ordered).size, 3);

  const app = await start({ KITH_ROLES: 'city,utility' });
  assert.deepEqual((await app.utility.get('/video/samples')).json, { samples: [] }, 'none is made yet');
  await database.sql(
    `UPDATE video_job SET status = 'done', duration_s = 31.5, storyboard = '{"title":"A sample"}'`,
  );
  const { json } = await app.utility.get('/video/samples');
  assert.deepEqual(
    json.samples.map(({ topic }: { topic: string }) => topic),
    ordered,
  );
  assert.deepEqual([json.samples[0].title, json.samples[0].duration_s], ['A sample', 31.5]);
  assert.match(json.samples[0].video, /\/videos\/[\w-]{32}\/video\.mp4$/);
  const { json: ally } = await app.utility.post('/ally/register', { agent: 'visitor' });
  assert.equal((await app.utility.get('/videos', { ally: ally.key })).json.count, 0, 'they are no key’s own');
  await app.stop();

  await database.sql(`UPDATE video_job SET status = 'failed' WHERE topic = $1`, [ordered[1]]);
  await orderUntil(4);
  assert.deepEqual(await topics(), [...ordered, ordered[1]], 'only the one that failed is ordered again');
});
