import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCredential } from '../../../../src/city/moderation/credentials/find.ts';
import { innocentTexts } from '../../../fixtures/city/moderation/innocent-texts.ts';
import { families } from '../../../fixtures/city/moderation/innocents.ts';
import { samples } from '../../../fixtures/city/moderation/samples.ts';

test('every kind of credential is detected, anywhere in a text', () => {
  const around: ((text: string) => string)[] = [
    (text) => text,
    (text) => `see ${text}, please`,
    (text) => `first line\n${text}\nlast line`,
    (text) => `| a | ${text} |`,
    (text) => `\`${text}\``,
    (text) => `${'Some prose that goes on and on. '.repeat(120)}${text}${' And more of it.'.repeat(100)}`,
  ];
  const caught = new Set<string>();
  for (const seed of [1, 2, 3]) {
    for (const { kind, text } of samples(seed)) {
      for (const wrap of around) assert.equal(findCredential(wrap(text)), kind, wrap(text).slice(0, 200));
      caught.add(kind);
    }
  }
  assert.ok(caught.size >= 140, `${caught.size} kinds`);
});

test('a key in a link, in JSON, escaped or disguised is still detected', () => {
  const pick = (kind: string) => samples(4).find((sample) => sample.kind === kind)!.text;
  const token = pick('a GitHub token');
  for (const text of [
    `https://api.firm.com/x?access=${token}&y=1`,
    JSON.stringify({ a: [{ b: `line\n${token}\tend` }] }),
    JSON.stringify(JSON.stringify({ a: `\n${token}` })),
    `https://firm.com/?next=%2Fa%3Dx%26t%3D${token}`,
    `**${token}**`,
    `export GITHUB=${token};`,
    token.replaceAll(/(.{5})/g, '$1\u200b'),
    token.replaceAll(/(.{9})/g, '$1\u00ad'),
    `\ufeff${token}`,
    [...token].map((each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join(''),
  ])
    assert.equal(findCredential(text), 'a GitHub token', text);
  const phrase = pick('a wallet seed phrase').split(' ');
  for (const text of [
    phrase.map((word, i) => `${i + 1}. ${word}`).join('\n'),
    phrase.join('\n'),
    phrase.join(', '),
    phrase.join(' ').toUpperCase(),
    `my seed phrase ${phrase.join(' ')}`,
    `here it is: ${phrase.join(' ')}. Keep it.`,
  ])
    assert.equal(findCredential(text), 'a wallet seed phrase', text);
});

test('texts without a credential pass', () => {
  const made = Object.entries(families()).flatMap(([family, texts]) => texts.map((text) => [family, text]));
  const all = [...innocentTexts.map((text) => ['written', text]), ...made] as [string, string][];
  assert.ok(all.length >= 600, `${all.length} texts`);
  for (const [family, text] of all) {
    assert.equal(findCredential(text), undefined, `${family}: ${text}`);
    assert.equal(findCredential(`Look at this: ${text} — what is it?`), undefined, `${family}: ${text}`);
  }
  assert.equal(
    findCredential(all.map(([, text]) => text).join('\n;\n')),
    undefined,
    'all of them in one text',
  );
});

test('a megabyte crafted to be slow is screened in linear time', () => {
  const size = 1_000_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const dashes = '-'.repeat(5);
  for (const piece of [
    'a',
    'A1',
    '-',
    ' ',
    'abandon ',
    'zoo, ',
    `eyJ${'a'.repeat(20)}.`,
    'eyJ-eyJ_',
    `${dashes}BEGIN PRIVATE KEY${dashes}`,
    `${dashes}BEGIN ${'RSA '.repeat(3)}`,
    `sk${'-'}`,
    `sk-${'proj-'}${'a'.repeat(90)}`,
    '://a:',
    '://a:b',
    'password=',
    'password="Aa1',
    'Q~8Q~',
    ':AA1',
    '?sv=1&sig=',
    'sig=',
    '[1,',
    '[1, [',
    `${'5'.repeat(51)} `,
    `${'K'.repeat(88)} `,
    'curl -u ',
    'curl -u a:b ',
    'bearer ',
    'basic YTpi ',
    'M.M.',
    `M${'a'.repeat(25)}.`,
    '\\n',
    '%3D',
    '\u200b',
    '\uff21',
    'x\u0301',
    `AccountKey${'='}`,
    '-us',
    'pat1.',
  ]) {
    findCredential(`${fill(piece)}!`);
  }
});
