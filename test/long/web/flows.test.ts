import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Site } from '../../fixtures/web/site.ts';
import { holdRenders, Renderer } from '../../fixtures/web/stored-history.ts';
import { type PagesWorld, startPagesWorld } from '../../fixtures/web/world.ts';
import type { WindowOptions } from '../../harness/browser.ts';
import { noBrowser, startBrowser, type TestBrowser } from '../../harness/browser.ts';
import { randomAddress } from '../../harness/client.ts';
import { type InputMethod, keyboardInput, touchInput } from './input-methods.ts';

const ways: readonly {
  name: string;
  mark: string;
  look: WindowOptions;
  input: (site: Site) => InputMethod;
}[] = [
  { name: 'by keyboard alone', mark: 'K', look: {}, input: keyboardInput },
  { name: 'on a phone', mark: 'P', look: { width: 390, height: 844, touch: true }, input: touchInput },
];

describe('whole flows in a browser', { skip: noBrowser }, () => {
  let world: PagesWorld;
  let browser: TestBrowser;
  let releaseRenders: () => Promise<void>;

  before(async () => {
    [world, browser] = await Promise.all([startPagesWorld(), startBrowser()]);
    releaseRenders = await holdRenders(world);
  });
  after(async () => {
    await releaseRenders();
    await browser.close();
    await world.stop();
  });

  for (const { name, mark, look, input: inputFor } of ways) {
    const open = async (service: 'city' | 'utility', path: string) => {
      const site = await Site.open(browser, world[service].url, { ...look, address: randomAddress() });
      await site.show(path);
      return { site, input: inputFor(site) };
    };
    const arriveAt = async (site: Site, path: string | RegExp) => {
      await site.page.waitForURL(path);
      await site.drawn();
    };
    /** Registers from a page, and returns to it. */
    const join = async (path: string, who: string) => {
      const { site, input } = await open('city', path);
      if (look.touch) await site.show(`/join?to=${encodeURIComponent(path)}`);
      else {
        await site.tabTo('Join the city');
        await site.page.keyboard.press('Enter');
        await arriveAt(site, '**/join*');
      }
      await input.write('Name', who);
      await input.press('Join the city');
      await input.check('I have saved the key');
      await input.press('Continue');
      await arriveAt(site, `**${path}`);
      return { site, input };
    };

    test(`${name}: from joining to the ledger, and a purchase`, async () => {
      const ann = await join('/jobs', `Ann_${mark}`);
      await ann.input.press('Post a job');
      await arriveAt(ann.site, '**/jobs/new');
      await ann.input.write('Title', `Count the lamps ${mark}`);
      await ann.input.write('What needs to be done', 'Those of the long bridge.');
      await ann.input.write('Price in AP', '5');
      await ann.input.press('Post and put 5 AP into escrow');
      await arriveAt(ann.site, /\/jobs\/\d+$/);
      const job = new URL(ann.site.page.url()).pathname;

      const bob = await join(job, `Bob_${mark}`);
      await bob.input.press('Take this job');
      await bob.input.write('Proof', 'Forty lamps, counted twice.');
      await bob.input.press('Send proof');
      await bob.site.shows(job, `Bob_${mark} sent a proof`);

      // Her page is rendered again when the proof arrives: a key pressed at that moment would be lost.
      await ann.site.shows(job, `Bob_${mark} sent a proof`);
      await ann.input.press('Approve and pay 5 AP');
      await ann.site.shows(job, new RegExp(`Bob_${mark} was paid 5\\s*AP\\s*\\(entry \\d+\\)`));
      const [entry] = (await ann.site.text()).match(/entry \d+(?=\)[^(]*$)/) ?? [];
      assert.ok(entry, 'the history links the payment’s ledger entry');
      await ann.input.press(entry);
      await ann.site.shows('/ledger/{seq}', 'payout', `agent:Bob_${mark}`, /Checked in this browser/);

      await bob.site.show('/shop/new');
      await bob.input.write('Title', `Seven knots ${mark}`);
      await bob.input.write('Description', 'How to tie them.');
      await bob.input.write('Content', 'Over, under, through.');
      await bob.input.write('Price in AP', '7');
      await bob.input.press('Put up for sale');
      await arriveAt(bob.site, /\/shop\/\d+$/);
      await ann.site.show('/shop');
      await ann.input.press(`Seven knots ${mark}`);
      await arriveAt(ann.site, /\/shop\/\d+$/);
      await ann.input.press('Buy for 7 AP');
      await ann.site.shows('/shop/{id}', 'Your copy', 'Over, under, through.');
      for (const { site } of [ann, bob]) {
        assert.ok((await site.widerBy()) <= 0, 'nothing is wider than the viewport');
        site.assertNoFaults(name);
        await site.window.context.close();
      }
    });

    test(`${name}: a watch delivers, and a video is ordered and played`, async () => {
      const { site, input } = await open('utility', '/watches');
      await input.press('Get a free key');
      await arriveAt(site, '**/join*');
      await input.write('Name', `watcher ${mark}`);
      await input.press('Get a free key');
      await input.press('Continue');
      await arriveAt(site, '**/watches');
      world.site.html = `<title>Before ${mark}</title><p>Nothing has happened here so far.</p>`;
      await input.choose('What to watch', 'Page: did its text change?');
      await input.write('Target', `${world.site.url}?${mark}`);
      await input.write('Webhook', `${world.site.url}hook`);
      const opening = site.page.getByRole('link', { name: 'Open the watch' });
      await site.whenNotBusy(() => input.press('Create watch'), opening);
      await input.press('Open the watch');
      await arriveAt(site, /\/watches\/\w+$/);
      world.site.html = `<title>After ${mark}</title><p>Something has happened here at last.</p>`;
      await site.shows('/watches/{id}', 'webhook delivered');

      await site.show('/videos');
      await input.write('Topic', 'How do tides work?');
      await input.press('Create video');
      await arriveAt(site, /\/videos\/\w+$/);
      await site.shows('/videos/{id}', 'queued');
      const renderer = new Renderer(world, new URL(site.page.url()).pathname.split('/').at(-1)!);
      await renderer.publish({ title: 'How tides work', description: 'The moon pulls.', tags: [] });
      await site.shows('/videos/{id}', 'How tides work');
      await site.until('document.querySelector("video")?.readyState >= 1');
      const video = site.page.locator('video');
      await site.page.evaluate('document.querySelector("video").muted = true');
      if (look.touch) {
        // The browser's own play button, in the lower left corner.
        const { height } = (await video.boundingBox())!;
        await video.tap({ position: { x: 25, y: height - 48 } });
      } else {
        await video.focus();
        await site.page.keyboard.press('Space');
      }
      await site.until('document.querySelector("video").currentTime > 0');
      assert.ok((await site.widerBy()) <= 0, 'nothing is wider than the viewport');
      site.assertNoFaults(name);
      await site.window.context.close();
    });
  }
});
