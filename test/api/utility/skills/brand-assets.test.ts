import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';

test('brand-assets reads colours in every notation, and drawings in every unit', async (t) => {
  const { call } = await startSite(t, {
    '/': `<!doctype html><html lang="en"><head><title>Acme clocks</title>
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101418">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="rebeccapurple">
<link rel="icon" href="/clock.svg"><link rel="apple-touch-icon" href="/half.svg">
<style>:root { --brand: oklch(62.8% 0.2577 29.23); --primary: mediumseagreen }</style></head>
<body><p>We make clocks.</p></body></html>`,
    '/clock.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10cm" height="2in"/>',
    '/half.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1.5em" height="12pt" viewBox="0 0 8 8"/>',
  });
  const { json } = await call('brand-assets', '/');
  assert.equal(json.theme_color, 'rebeccapurple');
  const colors = Object.fromEntries(
    json.palette.map(({ color, sources }: { color: string; sources: string[] }) => [sources[0], color]),
  );
  assert.deepEqual(
    [colors['theme-color'], colors['css --brand'], colors['css --primary']],
    ['#663399', '#ff0000', '#3cb371'],
  );
  assert.deepEqual(
    json.icons.map(({ measured }: { measured: { width: number; height: number } | null }) =>
      measured ? [measured.width, measured.height] : null,
    ),
    [
      [378, 192],
      [24, 16],
    ],
  );
});
