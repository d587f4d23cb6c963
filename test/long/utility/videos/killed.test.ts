import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { speechSeconds } from '../../../../src/video/script/speech-length.ts';
import type { Storyboard } from '../../../../src/video/storyboard.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { type KithProcess, onDatabase, runKith, spawnKith } from '../../../harness/process.ts';
import { until } from '../../../harness/until.ts';

/** The renderers of a server, found by their parent and command line. */
function renderersOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => isRenderer(pid, parent)).map(Number);
}

function isRenderer(pid: string, parent: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, above] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(above) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('renderer.ts');
  } catch {
    return false;
  }
}

test('a video survives kills of its renderer and server; it is served, charged once, and removed in time', async (t) => {
  const dataDir = await freshDataDir(t);
  const database = await freshDatabase();
  t.after(() => database.drop());
  // No weights and no network: the fallback voice, which is cheap here and must be reported.
  const env: Record<string, string> = {
    ...onDatabase(database),
    npm_config_registry: 'http://127.0.0.1:9',
    KITH_DATA_DIR: dataDir,
    KITH_VOICE_DIR: path.join(dataDir, 'voices'),
    KITH_ENCYCLOPAEDIA_URL: 'http://127.0.0.1:9',
    KITH_VIDEO_RENDERS: '1',
    // At idle priority it would wait for all tests that run beside this one.
    KITH_VIDEO_NICENESS: '1',
  };
  let kith: KithProcess = await spawnKith(t, env);
  const { json: ally } = await kith.utility.post('/ally/register', { agent: 'viewer' });
  const options = { ally: ally.key };
  // The command line waits for the video during all of the following.
  const { url } = kith.utility;
  const out = path.join(dataDir, 'tides.mp4');
  const ordering = ['video', 'How tides work', '--idempotency-key', 'tides', '--out', out, '--utility', url];
  const waiting = runKith(ordering, { KITH_KEY: ally.key });
  const ordered = async () => (await database.sql('SELECT id FROM video_job'))[0]?.id as string | undefined;
  while ((await ordered()) === undefined) await delay(100);
  const id = (await ordered())!;
  const seen: { stage: string; progress: number }[] = [];
  const untilJob = async (
    what: string,
    is: (job: { status: string; stage: string; progress: number; error: string }) => boolean,
  ) => {
    for (;;) {
      const { json } = await kith.utility.get(`/video/${id}`, options);
      seen.push(json);
      if (is(json)) return json;
      assert.notEqual(json.status, 'failed', `not ${what}: ${json.error}`);
      await delay(100);
    }
  };

  // Killed as soon as the script is stored. Every script lasts 25 s or more; what follows needs only a few words.
  await untilJob('written', ({ stage }) => stage !== 'script');
  await kith.kill('SIGKILL');
  const [row] = await database.sql('SELECT storyboard FROM video_job');
  const storyboard = row.storyboard as Storyboard;
  assert.match(storyboard.description, /NOAA National Ocean Service/);
  assert.ok(speechSeconds(storyboard) > 25);
  const beats = [storyboard.beats[0]!, storyboard.beats[1]!, storyboard.beats.at(-1)!].map((beat) => ({
    ...beat,
    narration: `${beat.narration.split(/\s+/).slice(0, 4).join(' ')}.`,
  }));
  await database.sql('UPDATE video_job SET storyboard = $1', [JSON.stringify({ ...storyboard, beats })]);
  const folder = path.join(dataDir, 'videos', id);
  await rm(folder, { recursive: true, force: true });
  const again = { ...env, KITH_UTILITY_PORT: new URL(url).port };
  kith = await spawnKith(t, again);

  await untilJob('drawing', ({ stage }) => stage === 'scenes' || stage === 'encode');
  const [renderer] = renderersOf(kith.child.pid!);
  assert.ok(renderer, 'it runs in a separate process');
  // Every thread of it: the encoder's threads are started by others than the first.
  const threads = readdirSync(`/proc/${renderer}/task`);
  const niceness = threads.map((thread) =>
    Number(readFileSync(`/proc/${renderer}/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16]),
  );
  assert.ok(threads.length > 5);
  assert.deepEqual(
    niceness,
    threads.map(() => Math.max(1, getPriority())),
    'it runs at the niceness of its setting',
  );
  process.kill(renderer, 'SIGKILL');
  const isEncoding = () => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('part-'));
  for (const name of readdirSync(folder)) if (name.startsWith('part-')) await rm(path.join(folder, name));
  await untilJob('encoding again', isEncoding);
  assert.notDeepEqual(renderersOf(kith.child.pid!), [renderer]);
  await kith.kill('SIGKILL');
  kith = await spawnKith(t, again);
  const job = await untilJob('done', ({ status }) => status === 'done');

  assert.deepEqual([job.voice_engine, job.progress, job.stage, job.error], ['flite', 1, 'publish', null]);
  assert.ok(job.duration_s > 4 && job.duration_s < 15, String(job.duration_s));
  assert.ok(new Set(seen.map(({ progress }) => progress)).size > 5, 'progress moves');
  assert.match(job.description, /NOAA National Ocean Service/);
  const waited = await waiting;
  assert.deepEqual([waited.code, waited.stdout.split('\n')[0]], [0, `saved ${out}`], waited.stderr);
  const refusedCommand = await runKith(['video', 'octopus', '--utility', url], { KITH_KEY: ally.key });
  assert.equal(refusedCommand.code, 6, refusedCommand.stderr);
  const videoFile = await request(job.video);
  const bytes = Buffer.from(await videoFile.body.arrayBuffer());
  assert.equal(videoFile.headers['content-type'], 'video/mp4');
  assert.equal(bytes.toString('latin1', 4, 8), 'ftyp');
  assert.equal(createHash('sha256').update(bytes).digest('hex'), job.sha256);
  assert.deepEqual(readFileSync(out), bytes, 'the command saved the same file');
  const part = await request(job.video, { headers: { range: 'bytes=100-199' } });
  assert.deepEqual([part.statusCode, part.headers['content-range']], [206, `bytes 100-199/${bytes.length}`]);
  assert.deepEqual(Buffer.from(await part.body.arrayBuffer()), bytes.subarray(100, 200));
  const beyond = await request(job.video, { headers: { range: `bytes=${bytes.length}-` } });
  assert.equal(beyond.statusCode, 416);
  await beyond.body.dump();
  const same = await request(job.video, { headers: { 'if-none-match': String(videoFile.headers.etag) } });
  assert.equal(same.statusCode, 304);
  await same.body.dump();
  const poster = await request(job.poster);
  assert.equal(poster.headers['content-type'], 'image/jpeg');
  assert.equal(Buffer.from(await poster.body.arrayBuffer()).readUInt16BE(0), 0xffd8);
  const captions = await request(job.captions);
  assert.equal(captions.headers['content-type'], 'text/vtt; charset=utf-8');
  assert.match(await captions.body.text(), /^WEBVTT/);
  const second = await kith.utility.post('/video', { topic: 'octopus' }, options);
  assert.deepEqual(
    [second.status, second.headers['x-error-code'], second.json.accepts],
    [402, 'payment_required', []],
  );
  assert.deepEqual(await readdir(path.join(dataDir, 'videos')), [], 'the work folder is removed');

  await database.sql("UPDATE video_job SET expires_at = now() - interval '1 second'");
  await database.sql("UPDATE task SET due_at = now(), ready_at = now() WHERE kind = 'remove old videos'");
  const gone = await untilJob(
    'removed',
    (each) => (each as unknown as { video: string | null }).video === null,
  );
  assert.deepEqual([gone.status, gone.title], ['done', job.title]);
  assert.match(gone.error, /has expired/);
  for (const url of [job.video, job.poster, job.captions]) {
    const { statusCode, body } = await request(url);
    await body.dump();
    assert.equal(statusCode, 404);
  }
  // The URL is gone at once; the bytes are removed when the cleanup task has run.
  await until(async () => (await readdir(path.join(dataDir, 'blobs', 'blobs'))).length === 0);
});
