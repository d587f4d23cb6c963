import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderSample, Renderer } from '../../../fixtures/web/stored-history.ts';
import { hostile, type Pages } from './pages.ts';

/** A video, from its order to the finished file. */
export function videoTests(pages: () => Pages): void {
  test('visitors without a key see and play the samples', async () => {
    const { utility, world } = pages();
    const { page } = utility;
    await utility.signOut();
    await utility.show('/videos');
    assert.equal(await page.getByRole('heading', { name: 'Samples' }).count(), 0, 'no video was created');
    const title = 'How a heat pump works';
    const id = await orderSample(world, 'How does a heat pump work?');
    await new Renderer(world, id).publish({ title, description: 'x', tags: [] });
    await utility.show('/videos');
    const sample = page.locator('figure', { hasText: title });
    await sample.waitFor();
    assert.equal(await sample.locator('track').getAttribute('kind'), 'captions');
    const poster = await sample.locator('video').getAttribute('poster');
    const still = await world.utility.get(poster!);
    assert.deepEqual([still.status, still.headers['content-type']], [200, 'image/jpeg']);
    await page.evaluate(`void Object.assign(document.querySelector('figure video'), { muted: true }).play()`);
    await utility.until(`document.querySelector('figure video').currentTime > 0`);
    await utility.assertAccessible('/videos, with samples');
    await utility.assertFitsPhone('/videos, with samples');
    utility.assertNoFaults('/videos, with samples');
    await utility.signIn(world.ally);
    await utility.show('/videos');
    assert.equal(await page.getByText(title).count(), 0, 'a sample belongs to no key');
  });

  test('a video is ordered, and followed until it is finished', async () => {
    const { utility, world, written } = pages();
    const { page } = utility;
    await utility.signOut();
    await utility.show('/videos');
    const { json } = await world.utility.post(
      '/ally/register',
      { agent: 'director' },
      { headers: { 'x-forwarded-for': '203.0.113.9' } },
    );
    await utility.signIn(json.key);
    await utility.show('/videos');
    await page.getByLabel('Topic').waitFor();
    const george = page.locator('.voices li', { hasText: 'George' });
    await george.getByRole('button', { name: 'Play sample' }).click();
    await george.getByRole('button', { name: 'Stop' }).waitFor();
    await george.getByRole('button', { name: 'Stop' }).click();
    await george.getByRole('button', { name: 'Play sample' }).waitFor();
    await george.getByRole('button', { name: 'Choose' }).click();
    assert.equal(await page.locator('[name="voice"]').inputValue(), 'bm_george');
    await utility.assertAccessible('/videos');
    await page.getByLabel('Topic').fill(hostile('topic'));
    // No source covers such a topic.
    await page.getByLabel('Script').fill('A heat pump moves heat.');
    await page.getByLabel('Preview it first').check();
    await page.getByRole('button', { name: 'Preview' }).click();
    const spoken = page.getByLabel('Words of scene 1');
    assert.equal(await spoken.inputValue(), 'A heat pump moves heat.');
    await spoken.fill('A heat pump carries heat.');
    await page.getByRole('button', { name: 'Create this video' }).click();
    await page.locator('.tag', { hasText: /^queued$/ }).waitFor();
    const path = new URL(page.url()).pathname;
    const renderer = new Renderer(world, path.split('/').at(-1)!);
    await renderer.isAt('scenes', 0.4);
    await page.getByText('40 %, scenes').waitFor();
    await utility.assertAccessible('/videos/{id}');
    const words = { title: hostile('title'), description: hostile('words'), tags: [hostile('tag')] };
    await renderer.publish(words);
    await page.locator('video').waitFor();
    await utility.until('document.querySelector("video").readyState >= 1');
    assert.equal(await page.evaluate('document.querySelector("video").videoHeight'), 320);
    await utility.shows(path, hostile('topic'), words.title, words.description, words.tags[0]!);
    await utility.assertNothingMadeOfText(path);
    await utility.assertAccessible('/videos/{id}, done');
    await utility.assertFitsPhone('/videos/{id}');
    await new Renderer(world, written.videoId).failed(hostile('error'));
    await utility.go('/videos');
    const poster = page.locator('.poster', { hasText: words.title });
    await poster.waitFor();
    await utility.assertNothingMadeOfText('/videos');
    await utility.assertAccessible('/videos, with one');
    await utility.assertFitsPhone('/videos');
    await utility.signIn(written.ally);
    await utility.show(`/videos/${written.videoId}`);
    await utility.shows(
      '/videos/{id}, failed',
      'Rendering failed',
      hostile('error'),
      written.texts.get('POST /video topic')!,
    );
    utility.assertNoFaults('/videos');
  });
}
