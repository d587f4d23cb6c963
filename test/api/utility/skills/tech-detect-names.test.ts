import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';

test('a file whose name only contains that of a library is not the library', async (t) => {
  const script = (...urls: string[]) => urls.map((each) => `<script src="${each}"></script>`).join('');
  const { call } = await startSite(t, {
    '/others': `<title>Others</title>${script(
      '/js/org-chart.js',
      '/js/knockout-stage.js',
      '/js/stimulus-package.js',
      '/js/handlebars_guide.js',
      '/js/the-moment.min.js',
      '/js/ui-prototype.js',
      '/dojo/karate.js',
    )}`,
    '/libraries': `<title>Libraries</title>${script(
      '/npm/chart.js@4.4.0/dist/chart.umd.js',
      '/js/knockout-3.5.1.js',
      '/js/handlebars.min.js',
      '/js/lodash-es/lodash.js',
      '/js/moment.min.js?ver=2.29.4',
      '/js/jquery-cookie-1.4.1.js',
    )}`,
    '/connector': (_, response) =>
      response
        .writeHead(200, { server: 'Apache-Coyote/1.1', 'content-type': 'text/html' })
        .end('<title>A page</title><p>Text</p>'),
  });
  const found = async (path: string): Promise<Record<string, string | null>> => {
    const { json } = await call('tech-detect', path);
    return Object.fromEntries(
      json.technologies.map((each: { name: string; version: string | null }) => [each.name, each.version]),
    );
  };
  assert.deepEqual(await found('/others'), {});
  assert.deepEqual(await found('/libraries'), {
    'Chart.js': '4.4.0',
    Handlebars: null,
    // A plugin requires jQuery, and has a version of its own.
    jQuery: null,
    Knockout: '3.5.1',
    Lodash: null,
    'Moment.js': '2.29.4',
  });
  // The version of the connector is not that of the server.
  assert.deepEqual(await found('/connector'), { 'Apache Tomcat': null, Java: null });
});
