import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairSlots, ShareUsedUp } from '../../../src/platform/fair-slots.ts';

/** Some wait to the end of the process: only a test that says so lets them give up. */
const options = { limit: 6, perNetwork: 2, alone: 4, maxWaiting: 3, maxWaitMs: 2_147_483_647 };

/** Takes slots and records who got one. */
function taker(slots: FairSlots) {
  const got: string[] = [];
  const releases = new Map<string, () => void>();
  const take = async (name: string, network: string, key = network) => {
    releases.set(name, await slots.take({ network, key }));
    got.push(name);
  };
  return { got, take, release: (name: string) => releases.get(name)?.() };
}

const settle = () => new Promise(setImmediate);

test('a network alone holds more than beside others, and never what is theirs', async () => {
  const { got, take, release } = taker(new FairSlots(options));
  for (let i = 1; i <= 6; i++) void take(`a${i}`, 'a');
  await settle();
  assert.deepEqual(got, ['a1', 'a2', 'a3', 'a4']);
  void take('b1', 'b');
  await settle();
  assert.equal(got.at(-1), 'b1');
  release('a1');
  release('a2');
  await settle();
  assert.equal(got.at(-1), 'b1', 'beside b it holds two');
  release('a3');
  await settle();
  assert.equal(got.at(-1), 'a5');
});

test('a free slot goes to the network that used the least, and within it to the key that holds the fewest', async () => {
  const slots = new FairSlots({ ...options, limit: 2, perNetwork: 2, alone: 2 });
  const { got, take, release } = taker(slots);
  await take('a1', 'a', 'x');
  await take('a2', 'a', 'x');
  await new Promise((resolve) => setTimeout(resolve, 5));
  void take('a3', 'a', 'x');
  void take('a4', 'a', 'y');
  void take('b1', 'b');
  release('a1');
  await settle();
  assert.equal(got.at(-1), 'b1');
  release('b1');
  release('a2');
  await settle();
  assert.deepEqual(got.slice(-2).toSorted(), ['a3', 'a4']);
});

test('who waits too long, or behind too many, is refused; who gives up leaves its place', async () => {
  const slots = new FairSlots({
    ...options,
    limit: 1,
    perNetwork: 1,
    alone: 1,
    maxWaiting: 2,
    maxWaitMs: 20,
  });
  const key = { network: 'a', key: 'a' };
  const release = await slots.take(key);
  const gone = new AbortController();
  const given = slots.take(key, () => gone.signal);
  const late = slots.take(key);
  await assert.rejects(slots.take(key), ShareUsedUp);
  gone.abort();
  await assert.rejects(given, { name: 'AbortError' });
  await assert.rejects(late, ShareUsedUp);
  release();
  release();
  const next = await slots.take(key);
  next();
});

test('a network that is always at work holds one slot while another is active', async () => {
  const slots = new FairSlots({ ...options, maxCostMs: 0.001 });
  const { got, take, release } = taker(slots);
  await take('a1', 'a');
  await new Promise((resolve) => setTimeout(resolve, 5));
  slots.noteActive('b');
  release('a1');
  await take('a2', 'a');
  void take('a3', 'a');
  await settle();
  assert.equal(got.at(-1), 'a2');
  await take('b1', 'b');
  await take('b2', 'b');
  release('a2');
  await settle();
  assert.equal(got.at(-1), 'a3');
});

test('calls that the server could not serve cost their network nothing, and who waited behind them learns of it', async () => {
  const fault = new Error('the database is away');
  const slots = new FairSlots({ ...options, perNetwork: 2, alone: 2, maxCostMs: 5, maxWaitMs: 40 });
  const held = await Promise.all([1, 2].map(() => slots.take({ network: 'a', key: 'a' })));
  const waited = slots.take({ network: 'a', key: 'a' });
  slots.noteActive('b');
  await new Promise((resolve) => setTimeout(resolve, 20));
  // Another one takes the slot at once, so that the one that waits does so to the end.
  const [first, second] = held;
  first?.(fault);
  const third = await waited;
  await assert.rejects(slots.take({ network: 'a', key: 'a' }), ShareUsedUp, 'nothing failed while it waited');
  const late = slots.take({ network: 'a', key: 'a' });
  const later = slots.take({ network: 'a', key: 'a' });
  second?.(fault);
  const fourth = await late;
  await assert.rejects(later, fault);
  third(fault);
  fourth(fault);
  const again = await Promise.all([1, 2].map(() => slots.take({ network: 'a', key: 'a' })));
  assert.equal(again.length, 2, 'its share is what it was');
});
