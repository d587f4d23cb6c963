import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, type WatchState } from '../../../../src/utility/watches/judge.ts';
import type { Reading } from '../../../../src/utility/watches/kinds/kind.ts';
import { pageKind } from '../../../../src/utility/watches/kinds/page.ts';

/** The rules need no network: nothing is fetched here. */
const kind = pageKind({ pages: undefined as never });

const page = (...lines: string[]): Reading => ({
  title: 'Prices',
  card: [],
  text: ['A lasting line.', ...lines].join('\n'),
  word_count: 10,
  rest: null,
});

/** Checks a page that goes through some states, with a confirming check where one is requested. */
function follow(first: Reading, states: readonly (Reading | readonly [Reading, Reading])[]) {
  let standing: WatchState = {
    status: 'active',
    current: first,
    suspect: null,
    noise: [],
    failures: 0,
    lastError: null,
  };
  return states.map((state) => {
    const [seen, again] = Array.isArray(state) ? state : [state, state];
    let judgement = judge(kind, standing, { ok: true, reading: seen });
    if (judgement.recheckSoon) judgement = judge(kind, judgement.next, { ok: true, reading: again });
    standing = judgement.next;
    return judgement.change?.summary;
  });
}

test('a page with brief maintenance is reported only when it lasts', () => {
  const [normal, maintenance] = [page('Open.'), page('Down for maintenance.')];
  const reported = follow(normal, [[maintenance, normal], normal, maintenance]);
  assert.deepEqual(reported, [undefined, undefined, 'new on the page: "Down for maintenance."']);
});

test('a page that changes twice between two checks and then stays is reported', () => {
  const reported = follow(page('One.'), [[page('Two.'), page('Three.')], page('Three.')]);
  assert.deepEqual(reported, [undefined, 'new on the page: "Three."']);
});

test('a line that differs at every check is not reported, and a real change beside it is', () => {
  const counting = (n: number, ...more: string[]) =>
    page(`Word of the moment: ${'abcdefgh'[n % 8]}`, ...more);
  const reported = follow(counting(0), [
    [counting(1), counting(2)],
    [counting(3), counting(4)],
    [counting(5, 'Flour is sold out.'), counting(6, 'Flour is sold out.')],
  ]);
  assert.deepEqual(reported, [undefined, undefined, 'new on the page: "Flour is sold out."']);
});

test('a number that changes at every check is learned as noise, and reported again once it is stable', () => {
  const views = (n: number) => page(`Read ${n} times`);
  const counting = Array.from({ length: 12 }, (_, n) => views(100 + n));
  const reported = follow(views(99), counting);
  assert.ok(reported[0], 'the first change is reported');
  assert.deepEqual(reported.slice(-6), Array(6).fill(undefined), 'then it is recognised as a counter');
  const stays = follow(views(99), [...counting, ...Array.from({ length: 12 }, () => views(5_000))]);
  assert.equal(stays.filter(Boolean).at(-1), 'new on the page: "Read 5000 times"');
  assert.equal(stays.slice(counting.length).filter(Boolean).length, 1, 'once');
});

test('a date that only shows freshness is not a change', () => {
  const dated = (day: string) =>
    page(`Stand: ${day}.03.2028`, `Mis à jour le ${day} mars 2028`, `${day} March 2028`);
  assert.deepEqual(follow(dated('04'), [dated('05'), dated('06')]), [undefined, undefined]);
});

test('a changed title is a change', () => {
  const reported = follow(page(), [{ ...page(), title: 'Hacked' }]);
  assert.deepEqual(reported, ['the title is now "Hacked"']);
});

test('a number that counts does not hide another line of the same form', () => {
  const list = (visits: number, price: number) => page(`Total: ${visits}`, 'Bread', `Total: ${price}`);
  const counting = Array.from({ length: 8 }, (_, n) => list(100 + n, 5));
  const reported = follow(list(99, 5), [...counting, list(200, 7)]);
  assert.equal(reported.at(-2), undefined, 'the visits are recognised as a counter');
  assert.equal(reported.at(-1), 'new on the page: "Total: 7"');
});

test('numbers far down a long page are learned as noise, its words are not', async () => {
  const long = Array.from(
    { length: 400 },
    (_, n) => `A lasting line about mill ${n} of the valley, with its name.`,
  );
  const text = { now: '' };
  const reading = pageKind({
    pages: {
      open: async () => ({ read: async () => ({ title: 'Mills', card: [], text: text.now, matched: 1 }) }),
    } as never,
  });
  const seen = async (foot: string) => {
    text.now = [...long, foot].join('\n');
    const options = { target: 'http://site.test/', chain: null, options: {} };
    return reading.read(options, new AbortController().signal);
  };
  const states: Reading[] = [];
  for (let views = 100; views < 109; views++) states.push(await seen(`Page views: ${views}`));
  const reported = follow(await seen('Page views: 99'), [...states, await seen('Closed. Page views: 100')]);
  assert.deepEqual(reported.slice(-4), [
    ...Array(3).fill(undefined),
    'the text changed further down the page',
  ]);
});
