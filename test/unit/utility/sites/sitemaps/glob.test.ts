import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressMatches, matchesGlob } from '../../../../../src/utility/sites/sitemaps/glob.ts';

test('a star matches any characters, and nothing else is special', () => {
  for (const [text, pattern] of [
    ['/blog/a', '/blog/*'],
    ['/blog/', '/blog/*'],
    ['/a.b', '/a.b'],
    ['/x/2026/y', '*/2026/*'],
    ['aXbXc', 'a*b*c'],
    ['', '*'],
    ['abab', '*ab'],
  ] as const)
    assert.ok(matchesGlob(text, pattern), `${text} ${pattern}`);
  for (const [text, pattern] of [
    ['/blog', '/blog/*'],
    ['/aXb', '/a.b'],
    ['/a', '/?'],
    ['ab', 'ab*b'],
    ['abc', '*ab'],
    ['aa', 'a*a*a'],
  ] as const)
    assert.ok(!matchesGlob(text, pattern), `${text} ${pattern}`);
  assert.ok(addressMatches('https://a.test/blog/x?p=1', '/blog/*p=1'));
  assert.ok(addressMatches('https://a.test/blog', '*.test/*'));
  assert.ok(!addressMatches('https://a.test/news', '/blog*'));
  // A naive regular expression of this form would never end.
  assert.ok(!matchesGlob('a'.repeat(100_000), `${'*a'.repeat(200)}b`));
});
