import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { openBlobStore } from '../../src/platform/blobs/open.ts';
import { slotMs } from '../../src/platform/health/samples.ts';
import { requestBounds } from '../../src/platform/metrics.ts';
import { blobKey, fileTypes } from '../../src/utility/videos/file-routes.ts';
import { libavEncoder } from '../../src/video/encoder/libav.ts';
import { dayMs } from '../harness/clock.ts';
import type { PagesWorld } from './world.ts';

/** A month of self-tests, as the daily task stores them: all passed, one skill unreachable, one failed. */
export async function storeSelftests({ database, utility }: PagesWorld, error: string): Promise<void> {
  const { skills } = (await utility.get('/skills')).json as { skills: { path: string }[] };
  await database.sql('DELETE FROM selftest_run');
  for (let day = 0; day < 30; day++) {
    const first = day % 11 === 0 ? 'failed' : day % 7 === 3 ? 'unreachable' : 'passed';
    const results = skills.map((skill, nth) => {
      const outcome = nth === 0 ? first : 'passed';
      return {
        skill: skill.path.slice(1),
        passed: outcome === 'passed',
        outcome,
        ms: 12 + nth * 7,
        checked: `${skill.path}: what came back is what it must be`,
        error: outcome === 'passed' ? null : error,
      };
    });
    const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length;
    await database.sql('INSERT INTO selftest_run VALUES ($1, $2, $3, $4, $5)', [
      new Date(Date.now() - day * dayMs),
      count('passed'),
      count('failed'),
      count('unreachable'),
      JSON.stringify(results),
    ]);
  }
}

/** A day of health samples as the sampler writes them: a busy noon, an hour with errors, and 20 minutes of downtime. */
export async function recordHealthDay({ database }: PagesWorld): Promise<void> {
  const newest = Math.floor(Date.now() / slotMs);
  // The current slot belongs to the sampler.
  await database.sql(`DELETE FROM health_sample WHERE service = 'city' AND at < $1`, [
    new Date(newest * slotMs),
  ]);
  const slots = Array.from({ length: 286 }, (_, nth) => nth + 1).filter((ago) => ago <= 200 || ago > 204);
  const samples = slots.map((ago) => {
    const requests = Math.round(2_000 + 1_500 * Math.sin(ago / 45));
    // Cumulative counts of a histogram whose median lies between 3 and 9 ms.
    const shares = requestBounds.map((bound) => 1 - Math.exp(-bound / (0.008 + 0.004 * Math.cos(ago / 30))));
    return {
      at: new Date((newest - ago) * slotMs),
      requests,
      failed: Math.round(requests * (ago > 60 && ago <= 72 ? 0.08 : 0.001)),
      buckets: [...shares, 1].map((share) => Math.round(requests * share)),
    };
  });
  await database.sql(
    `INSERT INTO health_sample SELECT 'city', at, requests, failed, buckets
     FROM jsonb_to_recordset($1) AS (at timestamptz, requests bigint, failed bigint, buckets bigint[])`,
    [JSON.stringify(samples)],
  );
}

const beatMs = 2_000;

/**
 * Another render holds the machine's one slot, so that a video waits until a test continues it. It reports as a
 * renderer does: a report from the future is removed by every process that starts. Returns a function that ends it.
 */
export async function holdRenders({ database }: PagesWorld): Promise<() => Promise<void>> {
  await database.sql(
    `INSERT INTO video_job (id, owner, topic, voice, paid_by, status, stage, progress, token, host, beat_at, created_at)
     VALUES ('vid_other', 'ally:0', 'x', 'af_heart', 'free', 'rendering', 'scenes', 0.5, 'other', $1, now(), now())`,
    [hostname()],
  );
  let beating: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beating = database.sql(`UPDATE video_job SET beat_at = now() WHERE id = 'vid_other'`);
  }, beatMs);
  return async () => {
    clearInterval(timer);
    await beating;
  };
}

/** A site sample that waits to be rendered. Returns its id. */
export async function orderSample({ database }: PagesWorld, topic: string): Promise<string> {
  const [{ id }] = await database.sql(
    `INSERT INTO video_job (id, owner, topic, voice, paid_by, status, stage, progress, token, created_at)
     VALUES ('vid_' || md5($1), 'samples', $1, 'af_heart', 'free', 'queued', 'script', 0, md5($1), now()) RETURNING id`,
    [topic],
  );
  return id;
}

/** The renderer's progress for a video, written where it writes it. */
export class Renderer {
  readonly #world: PagesWorld;
  readonly #id: string;

  constructor(world: PagesWorld, id: string) {
    this.#world = world;
    this.#id = id;
  }

  async isAt(stage: string, progress: number): Promise<void> {
    await this.#world.database.sql(
      `UPDATE video_job SET status = 'rendering', stage = $2, progress = $3 WHERE id = $1`,
      [this.#id, stage, progress],
    );
  }

  async failed(error: string): Promise<void> {
    const set = `status = 'failed', error = $2, finished_at = now()`;
    await this.#world.database.sql(`UPDATE video_job SET ${set} WHERE id = $1`, [this.#id, error]);
  }

  /** Publishes a short generated video. */
  async publish(words: { title: string; description: string; tags: string[] }): Promise<void> {
    const { database, dataDir } = this.#world;
    const [{ token }] = await database.sql('SELECT token FROM video_job WHERE id = $1', [this.#id]);
    const video = path.join(dataDir, 'film.mp4');
    await encodeVideo(video);
    const captions = path.join(dataDir, 'captions.vtt');
    await writeFile(captions, `WEBVTT\n\n00:00.000 --> 00:01.000\n${words.title}\n`);
    const poster = path.join(dataDir, 'poster.jpg');
    await writeFile(poster, await createCanvas(180, 320).encode('jpeg'));
    const blobs = await openBlobStore({ dir: path.join(dataDir, 'blobs') });
    for (const [name, file] of [
      ['video.mp4', video],
      ['captions.vtt', captions],
      ['poster.jpg', poster],
    ] as const) {
      const contentType = fileTypes[name];
      const kept = await blobs.put(blobKey(token, name), createReadStream(file), {
        contentType,
        maxBytes: 1e7,
      });
      await database.sql('INSERT INTO video_file VALUES ($1, $2, $3, $4)', [
        token,
        name,
        kept.bytes,
        kept.sha256,
      ]);
    }
    await blobs.close();
    await database.sql(
      `UPDATE video_job SET status = 'done', stage = 'publish', progress = 1, storyboard = $2, voice_engine = 'flite',
       duration_s = 1, finished_at = now(),
       expires_at = CASE WHEN owner = 'samples' THEN NULL ELSE now() + interval '1 day' END WHERE id = $1`,
      [this.#id, JSON.stringify({ ...words, beats: [] })],
    );
  }
}

/** A second of grey, encoded like a video. */
async function encodeVideo(file: string): Promise<void> {
  const [width, height, fps, rate] = [180, 320, 10, 48_000];
  const silentAudio = { rate, left: new Float32Array(rate), right: new Float32Array(rate) };
  const encoder = await libavEncoder({ file, width, height, fps, sound: silentAudio, title: 'x' });
  for (let nth = 0; nth < fps; nth++) await encoder.frame(Buffer.alloc((width * height * 3) / 2, 128));
  await encoder.close();
}
