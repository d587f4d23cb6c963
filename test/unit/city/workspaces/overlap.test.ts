import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { BadLane, LanePattern } from '../../../../src/city/workspaces/lane-pattern.ts';
import { matchesByTrying } from './reference-glob.ts';

const overlap = (a: string, b: string) =>
  LanePattern.parse(a).commonPathWith(LanePattern.parse(b)) !== undefined;

test('common lanes overlap as people expect', () => {
  for (const [a, b, expected] of [
    ['src/a.ts', 'src/a.ts', true],
    ['src/a.ts', 'src/a.tsx', false],
    ['src/a.ts', 'src/A.ts', false],
    ['src/', 'src/a.ts', true],
    ['src/', 'src2/a.ts', false],
    ['src/', 'src/rooms/', true],
    ['src/rooms/', 'src/shop/', false],
    ['src/*', 'src/rooms/', false],
    ['src/*.ts', 'src/**/*.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**/*.ts', 'src/**/*.md', false],
    ['src/**/*.ts', '**/index.*', true],
    ['src/**/test/**', 'src/a/test', false],
    ['**/*.test.ts', '**/a*', true],
    ['{src,test}/**', 'test/a.ts', true],
    ['{src,test}/**', 'docs/a.ts', false],
    ['[a-f]*.md', '[g-z]*.md', false],
    ['[!a-f]*.md', '[g-z]*.md', true],
    ['app/[[]id]/page.tsx', 'app/[id]/page.tsx', false],
    ['app/[[]id]/page.tsx', 'app/?id?/*', true],
    ['**', '.github/workflows/ci.yml', true],
    ['a?c', 'a\u{1F600}c', true],
    ['caf\u00e9.md', 'cafe\u0301.md', true],
    ['./src//a.ts', 'src/a.ts', true],
    // Only `.` and `..` could match both, and those are not valid names.
    ['[.]*', '[!a-z]', false],
    ['[.]*', '{?,??}', true],
    ['[.]*', '{[!a-z],[.][!a-z0-9]}', true],
    ['[.]{,[.]}{,x}', '[.]{,[.]}{,y}', false],
  ] as const) {
    assert.equal(overlap(a, b), expected, `${a} and ${b}`);
    assert.equal(overlap(b, a), expected, `${b} and ${a}`);
  }
});

test('an invalid lane is refused with its reason', () => {
  for (const [text, why] of [
    ['', /empty/],
    ['./', /empty/],
    ['/etc', /begins with \//],
    ['a/../b', /\.\. as a name/],
    ['..', /\.\. as a name/],
    ['a/.', /\.\. as a name/],
    ['a\\b', /backslash/],
    ['a\u0000b', /invisible character/],
    ['a\u200bb', /invisible character/],
    ['x'.repeat(201), /longer/],
    ['a**', /must be alone/],
    ['**a', /must be alone/],
    ['***', /must be alone/],
    ['{a,**}/b', /must be alone/],
    ['!a', /begins with !/],
    ['+(a)', /not part/],
    ['a*(b)', /not part/],
    ['[a', /not closed/],
    ['[', /not closed/],
    ['[]', /not closed/],
    ['[a/b]', /contains a \//],
    ['[z-a]', /backwards/],
    ['[[:alpha:]]', /named classes/],
    ['{a', /not closed/],
    ['{a}', /alternatives/],
    ['a}', /closes nothing/],
    ['{a,{b,{c,{d,e}}}}', /nested/],
    ['*'.replaceAll('*', 'a*').repeat(17), /stars/],
    ['[.]', /no path/],
    ['a/[.][.]/b', /no path/],
    ['{,}', /no path/],
  ] as const) {
    assert.throws(() => LanePattern.parse(text), why, text);
  }
});

/** Small patterns of few pieces, so that many of them overlap. */
function randomPattern(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const piece = (): string =>
    pick(['a', 'b', 'c', '.', '*', '?', '[ab]', '[!a]', '[a-c]', '{a,b}', '{b,c*}', '{a/,}', '{a,{b,?}}']);
  const name = (): string => {
    if (random() < 0.2) return '**';
    return Array.from({ length: 1 + Math.floor(random() * 2) }, piece).join('');
  };
  const names = Array.from({ length: 1 + Math.floor(random() * 3) }, name).join('/');
  return random() < 0.15 ? `${names}/` : names;
}

/** Every path of one to four characters from an alphabet of four, and longer ones. */
function universe(): string[] {
  let texts = [''];
  const all: string[] = [];
  for (let length = 1; length <= 4; length++) {
    texts = texts.flatMap((text) => [...'ab./'].map((character) => text + character));
    all.push(...texts);
  }
  // Long enough for the widest patterns, and with a character that none of them contains.
  const names = ['a', 'b', 'c', 'd', 'ab', 'cc', '.a'];
  for (const x of names)
    for (const y of names) for (const z of names) all.push(`${x}/${y}/${z}`, `${x}${y}/a/b/${z}`);
  const isPath = (text: string) =>
    text.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  return [...new Set(all)].filter(isPath);
}

/** Pseudorandom numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const paths = universe();
const random = seeded(20_261_115);
const pool = new Map<string, { lane: LanePattern; matched: Set<number> }>();
while (pool.size < 700) {
  const text = randomPattern(random);
  try {
    const lane = LanePattern.parse(text);
    const matched = new Set(paths.keys().filter((index) => matchesByTrying(lane.text, paths[index]!)));
    pool.set(lane.text, { lane, matched });
  } catch (error) {
    // `a/{a/,}` and similar: only what is not a valid lane may be refused.
    assert.ok(error instanceof BadLane, String(error));
    assert.ok(
      !paths.some((each) => matchesByTrying(text, each)) || /as a name|nested/.test(error.message),
      text,
    );
  }
}
const lanes = [...pool.values()];

test('20,000 random pairs of globs overlap exactly where brute force says so', () => {
  const seen = new Set<number>();
  let overlapping = 0;
  while (seen.size < 20_000) {
    const [i, j] = [Math.floor(random() * lanes.length), Math.floor(random() * lanes.length)];
    if (seen.has(i * lanes.length + j)) continue;
    seen.add(i * lanes.length + j);
    const [a, b] = [lanes[i]!, lanes[j]!];
    const label = `${a.lane.text} and ${b.lane.text}`;
    const common = a.lane.commonPathWith(b.lane);
    if (common === undefined) {
      const both = paths.filter((_, index) => a.matched.has(index) && b.matched.has(index));
      assert.deepEqual(both, [], `${label} meet`);
      continue;
    }
    overlapping++;
    // A path that both patterns match proves the overlap.
    for (const { lane } of [a, b])
      assert.ok(matchesByTrying(lane.text, common), `${label}: ${lane.text} does not match ${common}`);
    assert.ok(
      !common.split('/').some((name) => ['', '.', '..'].includes(name)),
      `${label}: ${common} is not a path`,
    );
  }
  assert.ok(
    overlapping > 2_000 && overlapping < 18_000,
    `only ${overlapping} pairs overlap, which is too few`,
  );
});

test('two other glob implementations agree on whether a path is in a lane', () => {
  let judged = 0;
  for (const { lane, matched } of lanes.slice(0, 50)) {
    for (const [index, each] of paths.entries()) {
      if (index % 3 !== 0 || LanePattern.parse(each).hasWildcards) continue;
      const overlaps = LanePattern.parse(each).commonPathWith(lane) !== undefined;
      assert.equal(overlaps, matched.has(index), `${lane.text} and ${each}`);
      // Node's own glob ignores names with a leading dot, does not recognise directories by their slash, and takes two
      // slashes for one.
      if (/(^|\/)\./.test(each) || /\.|\{[^}]*\/|\/$/.test(lane.text)) continue;
      judged++;
      assert.equal(overlaps, path.posix.matchesGlob(each, lane.text), `${lane.text} and ${each}`);
    }
  }
  assert.ok(judged > 1_000, `only ${judged} pairs were checked with Node’s matcher`);
});
