import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { sampleTopics } from '../../../../src/utility/videos/sample-tasks.ts';
import { startApp } from '../../../harness/app.ts';
import { dayMs, hourMs, MovableClock, minuteMs } from '../../../harness/clock.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { until } from '../../../harness/until.ts';
import { voicesHere } from '../../video/voices-here.ts';

test('sample videos are ordered once, shown to anyone when finished, and replaced by better ones', async (t) => {
  const dataDir = await freshDataDir(t);
  // A file takes the place of the render directory: the test needs only orders, not videos.
  await writeFile(path.join(dataDir, 'videos'), '');
  const database = await freshDatabase();
  t.after(() => database.drop());
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const noVoices = path.join(dataDir, 'voices');
  const start = (env: Record<string, string>) =>
    startApp(t, {
      clock,
      database,
      env: { KITH_DATA_DIR: dataDir, KITH_VIDEO_RENDERS: '1', KITH_VOICE_DIR: noVoices, ...env },
    });
  const topics = async () =>
    (await database.sql(`SELECT topic FROM video_job WHERE owner = 'samples' ORDER BY created_at, id`)).map(
      ({ topic }) => topic as string,
    );
  /** Runs the app until this many samples are ordered. */
  const orderUntil = async (count: number, env: Record<string, string> = {}) => {
    const working = await start({ KITH_VIDEO_SAMPLES: '1', ...env });
    clock.forward(hourMs);
    await until(async () => (await topics()).length >= count);
    await working.stop();
  };
  await orderUntil(3);
  const ordered = [...sampleTopics];
  assert.deepEqual((await topics()).toSorted(), ordered.toSorted());

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
  assert.equal((await app.utility.get('/videos', { ally: ally.key })).json.count, 0, 'they belong to no key');
  await app.stop();

  const nextCheckAt = async () =>
    (await database.sql(`SELECT due_at FROM task WHERE kind = 'order sample videos'`))[0].due_at as Date;
  /** Lets one check pass; returns the number of samples after it. */
  const countAfterCheck = async () => {
    const working = await start({ KITH_VIDEO_SAMPLES: '1' });
    const before = await nextCheckAt();
    clock.forward(hourMs);
    await until(async () => (await nextCheckAt()) > before);
    await working.stop();
    return (await topics()).length;
  };
  await database.sql(`UPDATE video_job SET status = 'failed', finished_at = $2 WHERE topic = $1`, [
    ordered[1],
    clock.now(),
  ]);
  assert.equal(await countAfterCheck(), 3, 'one that has just failed is not retried at once');
  clock.forward(dayMs);
  await orderUntil(4);
  assert.deepEqual((await topics()).slice(3), [ordered[1]], 'only the one that failed is ordered again');

  await database.sql(
    `UPDATE video_job SET status = 'done', voice_engine = CASE topic WHEN $1 THEN 'flite' ELSE 'kokoro' END
     WHERE status <> 'failed'`,
    [ordered[0]],
  );
  assert.equal(
    await countAfterCheck(),
    4,
    'a video in the fallback voice is kept until the neural voice is installed',
  );
  await orderUntil(5, { KITH_VOICE_DIR: (await voicesHere()).dir });
  assert.equal((await topics())[4], ordered[0], 'a video in the fallback voice is rendered again');
  await database.sql(
    `UPDATE video_job SET status = 'done', voice_engine = 'kokoro', storyboard = '{"title":"A better one"}'
     WHERE status = 'queued' OR status = 'rendering'`,
  );
  assert.equal(await countAfterCheck(), 5);
  const [replaced] = await database.sql(
    `SELECT expires_at FROM video_job WHERE topic = $1 ORDER BY created_at LIMIT 1`,
    [ordered[0]],
  );
  assert.ok(replaced.expires_at <= clock.now(), 'the replaced video is removed');
  const last = await start({ KITH_ROLES: 'city,utility' });
  const shown = (await last.utility.get('/video/samples')).json.samples;
  assert.deepEqual(
    shown.map(({ topic }: { topic: string }) => topic),
    ordered,
  );
  assert.equal(shown[0].title, 'A better one');
});

test('a sample stops while somebody’s own video is queued or rendered, and resumes after it', async (t) => {
  const dataDir = await freshDataDir(t);
  const voices = path.join(dataDir, 'voices');
  // Another process appears to be fetching the voices, so a sample waits for them as long as the test needs.
  const lock = path.join(voices, 'pulling');
  await mkdir(lock, { recursive: true });
  await utimes(lock, new Date('2036-01-01'), new Date('2036-01-01'));
  const clock = new MovableClock('2026-11-14T09:30:00.000Z');
  const env = {
    KITH_DATA_DIR: dataDir,
    KITH_VOICE_DIR: voices,
    KITH_VIDEO_SAMPLES: '1',
    KITH_VIDEO_RENDERS: '1',
    KITH_VIDEO_NICENESS: '1',
  };
  const { utility, database } = await startApp(t, { clock, env });
  const statuses = async () =>
    (await database.sql(`SELECT status FROM video_job WHERE owner = 'samples' ORDER BY status DESC`)).map(
      ({ status }) => status as string,
    );
  const isMade = async () => (await statuses())[0] === 'rendering';
  clock.forward(hourMs);
  await until(isMade);
  assert.deepEqual(await statuses(), ['rendering', 'queued', 'queued'], 'one at a time');

  const { json: ally } = await utility.post('/ally/register', { agent: 'orderer' });
  const key = { ally: ally.key };
  const order = { topic: 'Ferries', script: 'A ferry carries people over water.' };
  const { json: ordered } = await utility.post('/video', order, key);
  const read = async () => (await utility.get(`/video/${ordered.job_id}`, key)).json;
  assert.notEqual((await read()).queue_position, 2, 'no sample is ahead of it');
  await until(async () => {
    // A job that waits for a slot checks again after a second of this clock.
    clock.forward(1_000);
    return (await read()).status === 'rendering' && !(await isMade());
  });
  assert.deepEqual(await statuses(), ['queued', 'queued', 'queued']);
  clock.forward(hourMs);
  await until(async () => (await read()).status === 'rendering');
  assert.equal(await isMade(), false, 'no sample starts while it renders');

  await database.sql(`UPDATE video_job SET status = 'failed' WHERE id = $1`, [ordered.job_id]);
  await until(async () => {
    clock.forward(minuteMs);
    return isMade();
  });
});
