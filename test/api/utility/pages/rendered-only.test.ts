import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titled } from '../../../fixtures/utility/pages/served-page.ts';
import { type Site, startSite } from '../../../fixtures/utility/site.ts';
import { whenNotBusy } from '../../../harness/client.ts';

const script = '<script src="/app.js"></script>';
const links = '<a href="/p">Products</a><a href="/a">About us</a><a href="/c">Contact</a>';

/** Apps as their frameworks deliver them before any script has run: the title and the body. */
const shells: readonly (readonly [string, string])[] = [
  ['React', '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>'],
  ['Vite', '<div id="root"></div>'],
  ['Vue', '<noscript>We’re sorry but it doesn’t work without JavaScript.</noscript><div id="app"></div>'],
  ['Vue preloader', '<div id="app"><div class="spinner"></div><p>Loading, please wait…</p></div>'],
  ['Angular', '<app-root>Loading...</app-root>'],
  ['Custom element', '<acme-console></acme-console>'],
  ['SvelteKit', '<div style="display: contents"><script>Promise.all([import("/start.js")])</script></div>'],
  ['Next', '<div id="__next"></div><script type="application/json">{"text":"Words in data"}</script>'],
  ['Nuxt', '<div id="__nuxt"></div><script>window.__NUXT__={}</script>'],
  ['Ember', '<div id="ember-basic-dropdown-wormhole"></div>'],
  ['Blazor', '<div id="app"></div><div id="blazor-error-ui">An unhandled error has occurred.</div>'],
  ['Gatsby', '<noscript>This app works best with JavaScript enabled.</noscript><div id="___gatsby"></div>'],
  ['Elm', '<div id="elm"></div>'],
  ['Cookie banner', '<div id="root"></div><p>We use cookies.</p><button>Accept</button>'],
  ['Frame', `<header><nav>${links}</nav></header><main id="main"></main><footer>© 2026 Acme</footer>`],
  ['German', '<noscript>Bitte aktivieren Sie JavaScript.</noscript><div id="portal"></div>'],
  ['Spinner', '<div class="loader">Loading…</div>'],
  ['Spinner in French', '<div class="loader">Chargement en cours…</div>'],
  ['Map', '<div id="map"></div><p>Please enable JavaScript to use this map.</p>'],
  ['Loading...', '<div id="root"></div>'],
];

/** Pages with little text that have all of it without scripts. */
const pages: readonly (readonly [string, string])[] = [
  ['Home', '<h1>Jo Lind</h1><p>I mend bicycles in Umeå.</p><div id="ad"></div>'],
  ['Gallery', `<header>${links}</header><main><img src="/1.jpg" alt=""></main>`],
  ['Loading bays', '<h1>Loading bays</h1><p>A bay is 3.5 m wide.</p>'],
  [
    'Rendered',
    '<noscript>Enable JavaScript.</noscript><div id="root"><p>Eleven ferns that live on two hours of light, and how much water each of them needs.</p></div>',
  ],
  ['Search', `<header>${links}</header><main><form><input name="q"></form></main>`],
];

test('an app that is empty without scripts is reported as such, and never as blocked', async (t) => {
  const site: Site = {};
  const all = [...shells, ...pages];
  for (const [at, [title, body]] of all.entries()) site[`/page${at}`] = titled(title, body + script);
  const { call } = await startSite(t, site);
  const found: [string, number, unknown][] = [];
  for (const [at, [title]] of all.entries()) {
    const { status, json } = await whenNotBusy(() => call('readability', `/page${at}`));
    found.push([title, status, json.rendered_only]);
  }
  assert.deepEqual(found, [
    ...shells.map(([title]) => [title, 200, true]),
    ...pages.map(([title]) => [title, 200, false]),
  ]);
});
