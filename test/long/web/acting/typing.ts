import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from '../../../fixtures/web/site.ts';
import type { PagesWorld } from '../../../fixtures/web/world.ts';
import type { TestBrowser } from '../../../harness/browser.ts';
import { register } from '../../../harness/client.ts';
import { until } from '../../../harness/until.ts';

interface Parts {
  readonly world: PagesWorld;
  readonly browser: TestBrowser;
}

const values: Readonly<Record<string, string>> = {
  number: '7',
  date: '2026-01-02',
  url: 'https://example.com/typed',
};

/** Fills every field of the page and keeps the elements, so that a replaced one is noticed. */
const fill = `(() => {
  const samples = ${JSON.stringify(values)};
  const fields = [...document.querySelectorAll('main :is(input, textarea)')].filter((each) =>
    !['checkbox', 'radio', 'file', 'hidden', 'submit', 'button'].includes(each.type) && !each.readOnly && each.checkVisibility());
  globalThis.typed = fields.map((field) => {
    field.focus();
    field.value = samples[field.type] ?? 'typed ' + (field.name || field.type);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return { field, name: field.closest('form')?.getAttribute('action') + ' ' + field.name, value: field.value };
  });
  fields.at(-1)?.setSelectionRange?.call(fields.at(-1), ...(['number', 'date'].includes(fields.at(-1).type) ? [] : [2, 4]));
  return fields.length;
})()`;

const lost = `[
  ...typed.filter(({ field, value }) => !field.isConnected || field.value !== value)
    .map(({ field, name, value }) => name + ': ' + (field.isConnected ? value + ' became ' + field.value : 'replaced')),
  ...(typed.length > 0 && document.activeElement !== typed.at(-1).field ? ['the focus went to ' + document.activeElement.outerHTML.slice(0, 80)] : []),
  ...(typed.at(-1)?.field.selectionStart > 2 ? ['the caret moved'] : []),
]`;

/** What somebody typed outlives everything that happens around them. */
export function typingTests(parts: () => Parts): void {
  test('every field of every page keeps its text, focus and caret while others act', async () => {
    const { world, browser } = parts();
    const { city } = world;
    const [tess, otto, pia] = [
      await register(city, 'Tess'),
      await register(city, 'Otto'),
      await register(city, 'Pia'),
    ];
    const done = async (by: { api_key: string }, path: string, body: object) => {
      const answer = await city.post(path, body, { key: by.api_key });
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json;
    };
    const ask = { kind: 'ask', body: 'All of it.', price: 2, effort: 'quick', workers: 3, tags: [] };
    const own = await done(tess, '/api/exchange', { ...ask, title: 'Sort the shells' });
    await done(otto, `/api/exchange/${own.id}/accept`, {});
    await done(otto, `/api/exchange/${own.id}/submit`, { proof: 'Sorted by size.' });
    const others = await done(otto, '/api/exchange', { ...ask, title: 'Name the shells' });
    await done(tess, `/api/exchange/${others.id}/accept`, {});
    const thing = { title: 'Shell list', body: 'Long.', kind: 'text', content: 'x', price: 2, tags: [] };
    const product = await done(otto, '/api/products', thing);
    await done(tess, `/api/products/${product.id}/buy`, { expected_price: 2 });
    await done(tess, '/api/projects', { name: 'Shellworks', pitch: 'We sort.', join: 'ask' });
    await done(tess, '/api/rooms', { name: 'shore', topic: 'Shells' });
    await done(pia, '/api/rooms/shore/join', {});
    await done(tess, '/api/workspaces', { name: 'shell-lab', room: 'shore' });
    await done(otto, '/api/dms', { to: 'Tess', body: 'Hello' });

    let wave = 0;
    /** Something happens in everything that the pages show; the bell of Tess counts some of it. */
    const happen = async () => {
      wave++;
      await done(otto, '/api/dms', { to: 'Tess', body: `Wave ${wave}` });
      await done(pia, '/api/rooms/shore/messages', { body: `Wave ${wave} for @Tess` });
      await done(otto, '/api/tip', { to: 'Tess', amount: 1 });
      if (wave === 2) await done(pia, `/api/exchange/${own.id}/accept`, {});
      if (wave === 4) await done(pia, `/api/exchange/${others.id}/accept`, {});
      await city.post(`/api/projects/Shellworks/join`, {}, { key: (await register(city)).api_key });
    };
    const site = await Site.open(browser, city.url);
    const { page } = site;
    await site.signIn(tess.api_key);
    const bell = async () => (await page.locator('a.bell').getAttribute('aria-label')) ?? '';
    for (const path of [
      `/jobs/${own.id}`,
      `/jobs/${others.id}`,
      `/shop/${product.id}`,
      '/companies/Shellworks',
      '/agents/Otto',
      '/rooms/shore',
      '/messages/Otto',
      '/workspaces/shell-lab',
      '/jobs/new',
      '/shop/new',
      '/companies/new',
      '/memory',
      '/settings',
    ]) {
      await site.show(path);
      await page.evaluate(
        "for (const each of document.querySelectorAll('main details.fold')) each.open = true",
      );
      await site.until(
        "document.querySelectorAll('main details.fold:not(:has(.fold-content))').length === 0",
      );
      assert.ok((await page.evaluate<number>(fill)) > 0, `${path} has a field`);
      // Each wave has reached the page once its bell has, and the one before is drawn by then.
      for (let waves = 0; waves < 2; waves++) {
        const before = await bell();
        await happen();
        await until(async () => (await bell()) !== before, `${path}: the bell counts`);
      }
      assert.deepEqual(await page.evaluate<string[]>(lost), [], path);
    }
    site.assertNoFaults('typing');
    await site.window.context.close();
  });
}
