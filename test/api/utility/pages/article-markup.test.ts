import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';

const sentences = [
  'The council voted on Tuesday to extend the tram line to the harbour, ending a dispute of nine years.',
  'Opponents argued that the cost, put at 214 million euros, would fall on households that never use it.',
  'Work is to begin in March and to be finished before the summer of 2029, the transport office says.',
  'Traders along the quay fear that two years of digging will drive their customers away for good.',
];
const prose = sentences.map((each) => `<p>${each}</p>`).join('\n');
const article = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Tram vote</title>${head}</head><body><article><h1>Tram vote</h1>${body}</article></body></html>`;

test('code, tables and headings of an article keep their form in Markdown', async (t) => {
  const { call } = await startSite(t, {
    '/code': article(
      `${prose}<pre><code class="hljs language-sh">npm install kith\nkith login --key "$KEY"</code></pre>${prose}<pre>one<br>two</pre>${prose}<pre><code><div class="line">a = 1</div><div class="line">b = \`\`\`x\`\`\`</div></code></pre>${prose}`,
    ),
    '/table': article(
      `${prose}<table><tr><th></th><th>Yes</th><th>No</th></tr><tr><td><p>North</p></td><td><p>12</p></td><td><p>3</p><p>(4)</p></td></tr><tr><td>South</td><td></td><td>a | b</td></tr><tr><td colspan="2">Both</td><td>8</td></tr></table>${prose}`,
    ),
    '/layout': `<title>Old</title><table><tr><td><a href="/">Home</a><br><a href="/n">News</a></td><td><h1>Old</h1>${prose}</td></tr></table>`,
    '/anchors': article(
      `${prose}<h2 id="a">Costs<a class="headerlink" href="#a">¶</a></h2>${prose}<h2><a href="#b"><span>Work</span></a></h2>${prose}<h2>Use<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>${prose}<h2>Notes</h2><ol><li><a href="#r">^</a> Smith (1999), Trams of the world, a book about trams in all cities.</li></ol>`,
    ),
  });
  const markdown = async (path: string): Promise<string> => (await call('readability', path)).json.markdown;

  const code = await markdown('/code');
  assert.ok(code.includes('\n```sh\nnpm install kith\nkith login --key "$KEY"\n```\n'), code);
  assert.ok(code.includes('\n```\none\ntwo\n```\n'), code);
  assert.ok(code.includes('\n````\na = 1\nb = ```x```\n````\n'), code);

  const table = await markdown('/table');
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  assert.deepEqual(rows, [
    '|  | Yes | No |',
    '| --- | --- | --- |',
    '| North | 12 | 3 (4) |',
    '| South |  | a \\| b |',
    '| Both |  | 8 |',
  ]);
  const layout = await markdown('/layout');
  assert.ok(layout.includes(sentences[0] ?? '') && !layout.includes('| ---'), layout);

  const headings = (await markdown('/anchors')).split('\n').filter((line) => /^(?:#|1\.)/.test(line));
  assert.deepEqual(headings, [
    '## Costs',
    '## Work',
    '## Use',
    '## Notes',
    '1. Smith (1999), Trams of the world, a book about trams in all cities.',
  ]);
});

test('what newsrooms put around and into an article, in several languages', async (t) => {
  const declared = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: 'Tram vote',
    articleBody: `${sentences.join(' ')}\n\n${sentences.join(' ')}`,
  };
  const { call } = await startSite(t, {
    '/declared': `<title>Tram vote</title><script type="application/ld+json">${JSON.stringify(declared)}</script><div id="app"><h1>Tram vote</h1></div><footer><p>© 2026 The Daily.</p><a href="/t">Terms</a></footer>`,
    '/amp': article(`<amp-img src="/t.jpg" alt="A tram" width="600" height="400"></amp-img>${prose}${prose}`),
    '/paywall': article(
      `${prose}<div><h3>The rest</h3><p>Get unlimited access for 1 euro. Already a subscriber? Log in.</p></div>`,
    ),
    '/german': article(
      `<p class="author">Von Petra Müller</p>${prose}<p>Lesen Sie auch: <a href="/x">Warum der Hafen sinkt</a></p>${prose}`,
    ),
    '/french': article(
      `<p class="meta">Par Luc Petit, le 17 novembre 2026</p>${prose}<p>À lire aussi : <a href="/x">Pourquoi le port s’enfonce</a></p>${prose}`,
    ),
    '/chinese': article(
      `<div><span class="time">2026-11-17 18:20</span></div>${prose}<p>责任编辑：王芳</p>${prose}`,
    ),
    '/paper': article(
      `<div class="authors">A. Müller<sup>1</sup>, B. Chen<sup>2</sup></div>${prose}${prose}`,
    ),
  });
  const read = async (path: string) => (await call('readability', path)).json;

  const body = await read('/declared');
  assert.equal(body.text, declared.articleBody.replace('\n\n', '\n'));
  assert.equal(body.rendered_only, false);
  const { images, markdown } = await read('/amp');
  assert.equal(images[0].alt, 'A tram');
  assert.match(markdown, /^!\[A tram\]/);
  assert.doesNotMatch((await read('/paywall')).text, /subscriber/);
  const german = await read('/german');
  assert.deepEqual([german.author, /Lesen/.test(german.text)], ['Petra Müller', false]);
  const french = await read('/french');
  assert.deepEqual([french.published_at, /lire aussi/.test(french.text)], ['2026-11-17', false]);
  const chinese = await read('/chinese');
  assert.deepEqual([chinese.published_at, /编辑/.test(chinese.text)], ['2026-11-17T18:20:00', false]);
  assert.equal((await read('/paper')).author, 'A. Müller, B. Chen');
});
