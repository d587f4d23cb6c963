import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DetectInput,
  detectTechnologies,
  rules,
  type Sign,
  type TechnologyRule,
} from '../../../../src/utility/sites/technologies/detect.ts';

const byName = new Map(rules.map((each) => [each.name, each]));
let pages = 0;

/** A page at a separate site. */
function pageOf(html: string, rest: Partial<DetectInput> = {}): DetectInput {
  pages += 1;
  const url = 'https://shop.test/';
  const page = {
    bytes: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    url,
    hash: `page ${pages}`,
  };
  return { page, host: 'shop.test', headers: {}, cookies: [], ...rest };
}

const namesIn = (input: DetectInput) => detectTechnologies(input).map(({ name }) => name);

/** The minimum that shows a sign, as a server or a page would send it. */
function example({ kind, name, text }: Sign): DetectInput {
  if (kind === 'h') return pageOf('<p>', { headers: { [name]: text ?? 'x' } });
  if (kind === 'c') return pageOf('<p>', { cookies: [name.replace(/\*$/, '123')] });
  if (kind === 'g') return pageOf(`<meta name="generator" content="${text}">`);
  if (kind === 'm') return pageOf(`<meta name="${name}" content="${text ?? 'x'}">`);
  if (kind === 's') return pageOf(`<script src="${scriptWith(text ?? '')}"></script>`);
  return pageOf(sourceWith(text ?? ''));
}

const scriptWith = (text: string) =>
  text.startsWith('.')
    ? `https://a${text}/b`
    : text.startsWith('/')
      ? `https://a.test${text}`
      : `https://a.test/${text}`;

/** Inside a tag, as an attribute or in a script, as the sign requires. */
function sourceWith(text: string): string {
  const [, attribute, rest] = /^ ?([a-z][\w:@.-]*)=(?:"(.*))?$/.exec(text) ?? [];
  if (!attribute) return `<script>f(); ${text}1;</script>`;
  const closed = (rest?.match(/"/g)?.length ?? 0) % 2 === 1;
  return `<div ${attribute}='${closed ? rest?.slice(0, -1) : (rest ?? 1)}'>`;
}

function impliedBy(rule: TechnologyRule, found = new Set<string>()): Set<string> {
  for (const name of rule.implies) {
    if (found.has(name)) continue;
    found.add(name);
    const other = byName.get(name);
    if (other) impliedBy(other, found);
  }
  return found;
}

test('every rule is valid, names one technology, and implies only known ones', () => {
  assert.equal(byName.size, rules.length);
  assert.ok(rules.length >= 800, `${rules.length} technologies`);
  for (const { name, category, signs, implies } of rules) {
    assert.match(category, /^[a-z-]+$/, name);
    assert.ok(signs.length > 0, name);
    for (const sign of signs) {
      assert.match(sign.kind, /^[hcgmsx]$/, name);
      assert.ok((sign.name || sign.text || '').length > 1, name);
      // A sign that is matched in lower case is written in lower case.
      if ('hcg'.includes(sign.kind))
        assert.equal(`${sign.name}${sign.text}`, `${sign.name}${sign.text}`.toLowerCase(), name);
    }
    for (const other of implies) assert.ok(byName.has(other), `${name} implies ${other}`);
  }
});

test('each sign detects its technology and what that implies, and nothing else', () => {
  const wrong: string[] = [];
  for (const rule of rules) {
    const expected = new Set([rule.name, ...impliedBy(rule)]);
    for (const sign of rule.signs) {
      const found = namesIn(example(sign));
      const shown = `${rule.name} ${sign.kind}:${sign.name}=${sign.text}`;
      if (!found.includes(rule.name)) wrong.push(`${shown} is not seen in its own example`);
      const others = found.filter(
        (name) => !expected.has(name) && !byName.get(name)?.implies.includes(rule.name),
      );
      if (others.length > 0) wrong.push(`${shown} also shows ${others.join(', ')}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('technologies that are only mentioned, linked or quoted are not detected', () => {
  const prose = rules.map(({ name }) => name).join(', ');
  const signs = rules
    .flatMap((rule) => rule.signs.map(({ name, text }) => `${name} ${text ?? ''}`))
    .join(' ');
  const quoted = signs.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const plain = [
    '',
    '<title>A page</title><h1>Hello</h1><p>Some words.',
    `<p>We compare ${prose}.`,
    `<pre><code>${quoted}</code></pre>`,
    `<title>${quoted}</title><textarea>${quoted}</textarea>`,
    `<img src="/chart.png" alt="${quoted}"><a href="/next" title="${quoted}">next</a>`,
    `<meta name="description" content="${quoted}"><meta property="og:title" content="${quoted}">`,
    `<script type="application/ld+json">{"articleBody": ${JSON.stringify(signs.replaceAll('<', ''))}}</script>`,
    '<a href="https://blog.test/wp-content/uploads/a.pdf">a</a><a href="https://cdn.shopify.com/">b</a>',
    '<link rel="canonical" href="/jquery/bootstrap.min.css"><link rel="alternate" href="https://fonts.googleapis.com/">',
    '<form action="/login"><input name="csrf"><button data-controller="menu">Go</button></form>',
    '<script src="/js/app.js"></script><script src="/main.4f3a.js"></script><link rel="stylesheet" href="/style.css">',
    '<script>var max = 1; function go() { return location.href; }</script><style>.a { color: red }</style>',
    '<svg><path d="M0 0"/></svg><video src="/film.mp4"></video><iframe src="/frame"></iframe>',
  ];
  for (const html of plain) assert.deepEqual(namesIn(pageOf(html)), [], html.slice(0, 80));
  const ordinary = {
    headers: {
      'content-type': 'text/html',
      date: 'today',
      'cache-control': 'max-age=60',
      etag: '"a"',
      vary: 'accept',
    },
    cookies: ['session', 'lang', 'theme', 'id'],
  };
  assert.deepEqual(namesIn(pageOf('<p>', ordinary)), []);
});

test("a vendor's own site does not count as built with its product", () => {
  const headers = { server: 'GitHub.com', 'x-github-request-id': 'AB12:1' };
  const on = (host: string) => namesIn(pageOf('<p>', { headers, host }));
  assert.deepEqual([on('github.com'), on('gist.github.com')], [[], []]);
  assert.deepEqual([on('octo.github.io'), on('docs.shop.test')], [['GitHub Pages'], ['GitHub Pages']]);
});

test('a version belongs to what a delivery network delivers, not to the network', () => {
  const address = 'https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css';
  const found = detectTechnologies(pageOf(`<link rel="stylesheet" href="${address}">`));
  const versions = Object.fromEntries(found.map(({ name, version }) => [name, version]));
  assert.deepEqual([versions.Bootstrap, versions.jsDelivr], ['5.3.2', null]);
});
