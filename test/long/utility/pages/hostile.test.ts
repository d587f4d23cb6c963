import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startOwnSite } from '../../../fixtures/utility/site.ts';
import { type Answer, whenNotBusy } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';

const megabyte = 1_024 * 1_024;
const page = (response: ServerResponse, headers = {}) =>
  response.writeHead(200, { 'content-type': 'text/html', ...headers });

/**
 * A call has a time limit of ten seconds; a busy machine adds to what the caller sees. Without that limit none would
 * end.
 */
const endsWithinMs = 30_000;

const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');
/** Texts that cause a naive regular expression to backtrack for hours. */
const runaways = ['a@', 'a.', '1,', 'http://a.', '#', 'a-', ' ', '(((', '$1,000,'].map((each) =>
  each.repeat(100_000 / each.length),
);

test('a page made to harm ends in a clear error while others are served', async (t) => {
  let endless = 0;
  const onAndOn = (response: ServerResponse) => {
    page(response);
    const timer = setInterval(() => response.write('<p>and on</p>'), 50);
    response.on('close', () => clearInterval(timer));
  };
  const { call, at, utility, ally } = await startOwnSite(t, {
    '/small': '<title>small</title><table><tr><th>a<tr><td>1</table>',
    '/huge': (_, response) => page(response).end(Buffer.alloc(11 * megabyte, '<p>huge</p> ')),
    // Sent slowly, so that little of the total time for fetching and reading is left.
    '/heavy': (_, response) =>
      void setTimeout(() => page(response).end(`<title>heavy</title>${'<b>x</b>'.repeat(1_250_000)}`), 6_000),
    '/deep': `<title>deep</title>${'<div>'.repeat(100_000)}`,
    '/deep-closed': `${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}`,
    '/wide': `<table>${'<tr>'}${'<td colspan=1000 rowspan=65534>x'.repeat(300)}${'<tr><td>y'.repeat(3_000)}</table>`,
    '/ragged': `<table><tr>${'<td>x'.repeat(1_000)}${'<tr><td>y'.repeat(1_000)}</table>`,
    '/many': `<script type="application/ld+json">{"@type":"A","x":[${'0,'.repeat(700_000)}0]}</script>`,
    '/multiplied': `${Array.from({ length: 60 }, (_, i) => `<p id=i${i} itemprop=x itemscope itemref="i${i + 1} j${i + 1}"></p><p id=j${i} itemprop=y itemscope itemref="i${i + 1} j${i + 1}"></p>`).join('')}<div itemscope itemref="i0 j0"></div>`,
    '/json-deep': `<script type="application/ld+json">${'['.repeat(200_000)}</script>`,
    '/json-closed': `<script type="application/ld+json">${'['.repeat(50_000)}${']'.repeat(50_000)}</script>`,
    '/patterns': `<title>patterns</title><meta http-equiv=refresh ${'content="0;url'.repeat(50_000)}${'<meta '.repeat(50_000)}${'<!--'.repeat(50_000)}`,
    '/bomb': (_, response) =>
      page(response, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * megabyte))),
    '/endless': (_, response) => {
      endless += 1;
      onAndOn(response);
    },
    '/sitemap.xml': (_, response) => onAndOn(response),
    '/sitemap_index.xml': (_, response) => onAndOn(response),
    // Each object takes many times its two characters of heap.
    '/hungry': (_, response) =>
      page(response).end(`<script type="application/ld+json">[${'{},'.repeat(3_300_000)}{}]</script>`),
    '/laughs': (_, response) =>
      page(response, { 'content-type': 'text/xml' }).end(
        `<!DOCTYPE rss [<!ENTITY a0 "ha">${laughs}]><rss version="2.0"><channel><title>&a9;</title></channel></rss>`,
      ),
    '/cut': (_, response) => {
      page(response, { 'content-length': '1000' }).write('<title>cut');
      setImmediate(() => response.destroy());
    },
    '/binary': (_, response) =>
      page(response).end(Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7_919) & 0xff))),
  });

  /** Small calls one after another while `work` runs, each uncached. */
  async function whileOthersGoOn<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const ended = work.finally(() => {
      done = true;
    });
    let served = 0;
    do {
      const small = await call('html-table', at('/small', 'calm.test'), '&max_age=0');
      assert.equal(small.status, 200, small.text);
      assert.deepEqual(small.json.tables[0].rows, [{ a: '1' }]);
      served += 1;
    } while (!done && served < 10);
    return ended;
  }
  async function inTime(asked: Promise<Answer>, what: string): Promise<Answer> {
    const startedAt = performance.now();
    const answer = await asked;
    assert.ok(performance.now() - startedAt < endsWithinMs, `${what} took too long`);
    return answer;
  }
  const timed = (skill: string, path: string) => inTime(call(skill, path), `${skill} ${path}`);

  /**
   * If other work keeps a large page from a core, the response says that the server is busy and does not blame the
   * page.
   */
  function assertEnded(answer: Answer, reason: RegExp): void {
    if (answer.status === 503) assertRefused(answer, 503, 'overloaded');
    else {
      assertRefused(answer, 422, 'unreadable');
      assert.match(answer.json.error, reason);
    }
  }

  await t.test('all hostile pages together delay no other call', async () => {
    const refused: [string, string, number, string][] = [
      ['readability', '/huge', 502, 'upstream_failed'],
      ['readability', '/deep', 422, 'unreadable'],
      ['structured-data', '/deep-closed', 422, 'unreadable'],
      ['html-table', '/wide', 422, 'unreadable'],
      ['html-table', '/ragged', 422, 'unreadable'],
      ['structured-data', '/many', 422, 'unreadable'],
      ['url-metadata', '/bomb', 502, 'upstream_failed'],
      ['url-metadata', '/endless', 504, 'upstream_timeout'],
      ['url-metadata', '/cut', 502, 'upstream_failed'],
    ];
    const work = Promise.all(refused.map(([skill, path]) => timed(skill, path)));
    const domain = encodeURIComponent(at('/'));
    const sitemaps = inTime(utility.get(`/sitemap-extract?domain=${domain}`, { ally }), 'sitemap-extract');
    const answers = await whileOthersGoOn(work);
    assertRefused(await sitemaps, 504, 'upstream_timeout');
    for (const [i, [skill, path]] of refused.entries())
      if (answers[i]?.status === 503) answers[i] = await whenNotBusy(() => timed(skill, path));
    answers.forEach((answer, i) => {
      const [skill, path, status, code] = refused[i] ?? ['', '', 0, ''];
      assertRefused(answer, status, code, `${skill} ${path}`);
    });
    for (const deep of answers.slice(1, 3)) assert.match(deep.json.error, /nests deeper/);
    for (const wide of answers.slice(3, 5)) assert.match(wide.json.error, /more than 200000 cells/);
    // The server would block while such a result is transferred.
    assert.match(answers[5]?.json.error, /larger than one response can hold/);
    assert.equal(endless, 1);

    // Endless work is terminated, and the next task runs.
    const article = await whileOthersGoOn(timed('readability', '/heavy'));
    const metadata = await whileOthersGoOn(timed('url-metadata', '/heavy'));
    assertEnded(article, /more memory|could not be read within/);
    // Ten megabytes are read by single-pass readers, if the machine has the time.
    if (metadata.status !== 200) assertEnded(metadata, /more memory|could not be read within/);
    assert.equal((await call('readability', '/small')).status, 200);
  });

  await t.test('malformed content is read where possible', async () => {
    const asked = [
      ['structured-data', '/multiplied'],
      ['structured-data', '/json-deep'],
      ['structured-data', '/json-closed'],
      ['url-metadata', '/patterns'],
      ['redirect-trace', '/patterns'],
      ['url-metadata', '/binary'],
      ['rss-to-json', '/laughs'],
    ] as const;
    const work = Promise.all(asked.map(([skill, path]) => whenNotBusy(() => timed(skill, path))));
    const answers = await whileOthersGoOn(work);
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    assert.equal(answers[3]?.json.title, 'patterns');
    assert.ok((answers[6]?.json.feed.title ?? '').length < 1_000, 'nothing grew');
  });

  await t.test('a text crafted against regular expressions is read like any other', async () => {
    const { json } = await utility.post('/ally/register', { agent: 'writer' });
    const startedAt = performance.now();
    const answers = await whileOthersGoOn(
      Promise.all(
        runaways.flatMap((text) => [
          utility.post('/text-entities', { text: `${text}!` }, { ally: json.key }),
          utility.post('/json-repair', { json: `{a: ["${text}` }, { ally: json.key }),
        ]),
      ),
    );
    answers.forEach(({ status, text }, at) => {
      // What cannot be repaired is refused; what can only be read is read.
      assert.ok(status === 200 || (status === 400 && at % 2 === 1), text.slice(0, 300));
    });
    assert.ok(performance.now() - startedAt < endsWithinMs);
  });

  await t.test(
    'a task that exhausts memory ends with its worker, and the server is not affected',
    async () => {
      const hungry = await whileOthersGoOn(timed('structured-data', '/hungry'));
      assertEnded(hungry, /more memory|could not be read within/);
      assert.equal((await call('structured-data', '/small')).status, 200);
    },
  );
});
