import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { makeVideo } from '../../../../src/video/make-video.ts';
import { faultsOf, verify } from '../../../../tools/verify-video.ts';
import { everyKind, narrate } from '../../../fixtures/video/picture/story.ts';

test('a short video is one that players accept', async (t) => {
  const outDir = await mkdtemp(path.join(tmpdir(), 'kith-video-'));
  t.after(() => rm(outDir, { recursive: true, force: true }));
  const storyboard = { ...everyKind, beats: everyKind.beats.slice(0, 1) };
  const narration = narrate(storyboard);
  const { mp4 } = await makeVideo({ storyboard, narration, outDir, seed: 4, onProgress: () => {} });
  assert.deepEqual(faultsOf(await verify(mp4), narration.duration), []);
});
