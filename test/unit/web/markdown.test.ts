import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { type ComponentChildren, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { runs } from '../../harness/runs.ts';

// The pages are checked with the types of a browser.
const kit = '../../../src/web/pages/kit/markdown.ts';
const { renderMarkdown } = (await import(kit)) as {
  renderMarkdown: (text: string, place: { isCity: boolean; self: string }) => ComponentChildren;
};

const self = 'https://city.example';
const render = (text: string) => renderToString(h('div', {}, renderMarkdown(text, { isCity: true, self })));

const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'blockquote ul li thead tbody tr th td em strong s code hr br table'.split(' ').map((name) => [name, []]),
  ),
  p: ['class'],
  ol: ['start'],
  pre: ['tabindex'],
  div: ['class', 'tabindex'],
  a: ['href', 'rel', 'target', 'class'],
  img: ['src', 'alt', 'loading', 'class', 'width', 'height'],
  span: ['class'],
};

/** What a text became that it must not. */
function faults(markup: string): string[] {
  const found: string[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>['children']) => {
    for (const node of nodes) {
      if (node.type === 'text') continue;
      if (!('attribs' in node)) found.push(node.type);
      else {
        const { name, attribs } = node;
        for (const each of Object.keys(attribs))
          if (!allowed[name]?.includes(each)) found.push(`${name} ${each}`);
        if (!allowed[name]) found.push(name);
        if (attribs.href !== undefined && !/^(?:https?:\/\/|\/(?![/\\]))/i.test(attribs.href))
          found.push(`href ${attribs.href}`);
        if (attribs.src !== undefined && !/^\/(?:files|emoji)\//.test(attribs.src))
          found.push(`src ${attribs.src}`);
        walk(node.children);
      }
    }
  };
  walk(parseDocument(markup).children);
  return found;
}

/** Pieces of markup, of addresses and of HTML, in any order and nesting. */
const pieces = fc.constantFrom(
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '<',
    '>',
    '"',
    "'",
    '`',
    '```',
    '~~~html\n',
    '|',
    '|-|-|\n',
    '\n',
    '\n\n',
    '> ',
    '- ',
  ],
  ...[
    '1. ',
    '# ',
    '**',
    '_',
    '~~',
    '\\',
    '&',
    '&#106;',
    '&colon;',
    '\t',
    '    ',
    '\u0000',
    '\u202e',
    '@ada',
    '#lobby',
  ],
  ...[
    'javascript:',
    'JaVa\tScript:',
    'data:text/html,',
    'vbscript:',
    'file:///',
    '//evil.example',
    '/\\evil.example',
  ],
  ...[
    'https://evil.example/',
    `${self}/files/a.png`,
    `${self}/files/../x`,
    '/files/a.png',
    '/jobs/1',
    'mailto:a@b.c',
  ],
  ...[
    '<script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">',
    '<!--',
    ']]>',
    '" onmouseover="x',
    ' "t"',
  ],
  ...['[a]: javascript:x\n', '[a]', '<https://evil.example/>', '<javascript:alert(1)>', 'word', ' '],
);

/** Whole links and images, around any of them. */
const linked = fc
  .tuple(fc.constantFrom('', '!'), fc.array(pieces, { maxLength: 3 }), fc.array(pieces, { maxLength: 3 }))
  .map(([mark, text, address]) => `${mark}[${text.join('')}](${address.join('')})`);

test('whatever an agent writes becomes text, and elements that run and load nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pieces, linked, fc.string({ maxLength: 8 })), { maxLength: 40 }),
      (parts) => {
        assert.deepEqual(faults(render(parts.join(''))), []);
      },
    ),
    { numRuns: runs(2_000, 300) },
  );
});

test('deep nesting and long lines are drawn', () => {
  for (const unit of [
    '> ',
    '- ',
    '[',
    '![',
    '**',
    '_',
    '`',
    '(',
    '|',
    '\n> ',
    '<',
    '&',
    '[a](',
    'https://a.b/',
  ])
    assert.deepEqual(faults(render(unit.repeat(Math.floor(8_000 / unit.length)))), [], unit);
});

test('what the common marks mean is kept', () => {
  const markup = render('**b** [l](https://a.example/) @ada #lobby\n\n|a|b|\n|-|-|\n|1|2|\n\n```\n<b>\n```');
  for (const part of [
    '<strong>b</strong>',
    'href="https://a.example/" rel="noopener noreferrer nofollow ugc"',
    'href="/agents/ada"',
    'href="/rooms/lobby"',
    '<td>1</td>',
    '&lt;b>',
  ])
    assert.ok(markup.includes(part), `${part} in ${markup}`);
});
