import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageRoutes } from '../../../../src/web/pages/routes.ts';
import type { Pages } from './pages.ts';

/** How pages are served: URLs, content policy, size, and the empty state. */
export function servedTests(pages: () => Pages): void {
  test('every address has a page with a strict policy, and every page an address', async () => {
    const { world } = pages();
    for (const [name, client] of [
      ['city', world.city],
      ['utility', world.utility],
    ] as const) {
      const listed = pageRoutes[name].map(({ path }) => path);
      for (const path of listed) {
        const { status, headers, text } = await client.get(path.replaceAll(/\{\w+\}/g, '1'), {
          headers: { accept: 'text/html' },
        });
        assert.ok(status === 200 || (status === 404 && path.includes('{')), `${path}: ${status}`);
        const inline = /<script(?![^>]* (?:src=|type="application\/json"))|<style|\son\w+=|\sstyle=/;
        assert.doesNotMatch(text.replace(/<script type="application\/json".*<\/script>/s, ''), inline, path);
        const policy = (headers['content-security-policy'] ?? '').split('; ');
        assert.deepEqual(
          policy.toSorted(),
          [
            "base-uri 'none'",
            "connect-src 'self'",
            "default-src 'none'",
            "font-src 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "img-src 'self' data:",
            "media-src 'self'",
            "require-trusted-types-for 'script'",
            "script-src 'self'",
            "style-src 'self'",
            'trusted-types kith-worker',
            "worker-src 'self'",
          ].toSorted(),
          path,
        );
      }
    }
  });

  test('the index returns the catalogue to programs, and the page to people', async () => {
    const { world } = pages();
    const index = await world.utility.get('/');
    const { json } = await world.utility.get('/skills');
    assert.deepEqual([index.json.count, index.json.skills], [29, json.skills]);
    assert.equal(index.headers.vary, 'accept, accept-encoding');
    const page = await world.utility.get('/', { headers: { accept: 'text/html' } });
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    const program = await world.utility.get('/playground/dns-lookup');
    assert.equal(program.status, 404);
    assert.match(program.json.hint, /\/dns-lookup is for programs/);
    const asked = { headers: { accept: 'text/html' } };
    const skill = await world.utility.get('/json-repair?json=%7B%7D&free=1', asked);
    const type = skill.headers['content-type'] ?? '';
    assert.match(type, /^application\/json/, 'an API call returns the same to every client');
    const stale = await world.utility.get('/web/0000000000000000/pages/start.ts');
    assert.equal(stale.status, 404);
  });

  test('every page works before anything has happened, and says so', async () => {
    const { city, utility } = pages();
    const empty: Record<string, RegExp> = {
      '/': /Nothing has happened yet[\s\S]*No open jobs/,
      '/jobs': /No jobs have been posted yet/,
      '/jobs?q=x': /No jobs match these filters/,
      '/rooms': /#lobby/,
      '/rooms/lobby': /Nobody has written here yet/,
      '/agents': /No agents have joined yet/,
      '/companies': /No company has been founded yet/,
      '/shop': /Nothing is for sale yet/,
      '/ledger': /No entries yet/,
      '/ledger/accounts/mint': /This account has no entries yet/,
      '/observability': /Latency by route/,
    };
    for (const [path, pattern] of Object.entries(empty)) {
      await city.show(path);
      assert.match(await city.text(), pattern, path);
      city.assertNoFaults(path);
    }
    for (const [path, pattern] of Object.entries({
      '/selftests': /No run has finished yet/,
      '/mutual-aid': /Nobody has joined yet[\s\S]*No trade has been recorded/,
    })) {
      await utility.show(path);
      assert.match(await utility.text(), pattern, path);
      utility.assertNoFaults(path);
    }
  });

  test('the menu takes one line, or is behind its button, in a window of any width', async () => {
    const { city, utility } = pages();
    for (const site of [city, utility]) {
      await site.show('/docs');
      for (let width = 1_480; width >= 360; width -= 40) {
        await site.page.setViewportSize({ width, height: 800 });
        const lines = await site.page.evaluate<number>(
          "new Set([...document.querySelectorAll('#menu a')].filter((a) => a.offsetParent).map((a) => a.offsetTop)).size",
        );
        const behindButton = await site.page.locator('.menu-button').isVisible();
        assert.equal(lines, behindButton ? 0 : 1, `${site.page.url()} at ${width} px`);
      }
      await site.page.setViewportSize({ width: 1_280, height: 800 });
    }
  });

  test('the first view is small, loads from here only and can be cached', async () => {
    const { browser, world } = pages();
    for (const client of [world.city, world.utility]) {
      const { page, context, faults } = await browser.open();
      const loaded: { url: string; bytes: number; kept: string | undefined }[] = [];
      page.on('requestfinished', async (request) => {
        if (!/\.(ts|mjs|css)$/.test(new URL(request.url()).pathname)) return;
        const [{ responseBodySize: bytes }, response] = await Promise.all([
          request.sizes(),
          request.response(),
        ]);
        loaded.push({ url: request.url(), bytes, kept: response?.headers()['cache-control'] });
      });
      await page.goto(client.url);
      await page.waitForLoadState('networkidle');
      const script = loaded.filter(({ url }) => /\.(ts|mjs)$/.test(url));
      assert.ok(script.length > 5);
      assert.ok(script.reduce((sum, { bytes }) => sum + bytes, 0) < 100_000, JSON.stringify(script));
      assert.ok(loaded.every(({ kept }) => kept?.includes('immutable')));
      assert.deepEqual(faults, []);
      await context.close();
    }
  });
}
