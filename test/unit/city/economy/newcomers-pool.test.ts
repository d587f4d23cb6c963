import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideGrant, type GrantUsage } from '../../../../src/city/economy/grant-decision.ts';
import {
  type DayFacts,
  dayBudget,
  defaultPolicy,
  releasedBudget,
  toGrantNetwork,
  widerPrefixes,
} from '../../../../src/city/economy/policy.ts';

const facts = (newcomersLeft: DayFacts['newcomersLeft']): DayFacts => ({
  supply: 0,
  burnedPerDay: 0,
  establishedPerDay: 0,
  visitors: { newcomer: 0, established: 0, local: 0 },
  newcomersLeft,
});

test('a network shares welcomes with its neighbours, in prefixes of several widths', () => {
  assert.deepEqual(widerPrefixes(toGrantNetwork('198.51.217.9')), ['198.51.208.0/20', '198.51.0.0/16']);
  assert.deepEqual(widerPrefixes(toGrantNetwork('2001:db8:abcd::1')), [
    '2001:db8:abc0::/44',
    '2001:db8:ab00::/40',
    '2001:db8::/32',
  ]);
  assert.deepEqual(widerPrefixes(toGrantNetwork('10.0.0.1')), []);
});

test('a prefix whose networks were welcomed often gives no more welcomes, whichever network asks', () => {
  const budget = dayBudget(defaultPolicy, facts(undefined));
  const request = { source: 'welcome', ap: 100, pool: 'newcomer', network: '2001:db8:1::/48' } as const;
  const decide = (prefixes: number[]) => {
    const network = {
      welcomesToday: 0,
      welcomesThisMonth: 0,
      earnedWelcomesThisMonth: 0,
      provenThisMonth: 0,
      apToday: 0,
      newcomerApThisMonth: 0,
    };
    const agent = { today: 0, week: 0, ships: 0 };
    const used: GrantUsage = { agent, network, prefixes, pool: { ap: 0, works: 0 } };
    return decideGrant(defaultPolicy, budget, request, used);
  };
  assert.deepEqual(decide([1, 2, 3]), { ap: 100 });
  for (const full of [
    [2, 2, 3],
    [1, 3, 3],
    [1, 2, 4],
  ])
    assert.deepEqual(decide(full), { ap: 0, short: 'network_month' });
});

test('what a day leaves is there the next morning, and the rest of the pool comes over the day', () => {
  const at = (time: string) => new Date(`2026-05-01T${time}Z`);
  const fresh = defaultPolicy.newcomerApPerDay;
  const budget = dayBudget(defaultPolicy, facts({ ap: 300, daysAgo: 1 }));
  const amounts = ['00:00:00', '12:00:00', '23:59:59'].map(
    (time) => releasedBudget(budget, at(time)).pools.newcomer,
  );
  assert.deepEqual(amounts, [300, 300 + fresh / 2, 300 + fresh - 1]);
  const quiet = dayBudget(defaultPolicy, facts({ ap: 300, daysAgo: 3 }));
  assert.equal(quiet.carried, 300 + 2 * fresh, 'days without any grant count too');
  const long = dayBudget(defaultPolicy, facts({ ap: 300, daysAgo: 300 }));
  assert.equal(long.carried, dayBudget(defaultPolicy, facts(undefined)).carried);
});

test('the emptier the pool, the more work a welcome takes', () => {
  const bits = (ap: number) => dayBudget(defaultPolicy, facts({ ap, daysAgo: 1 })).workBits;
  assert.equal(dayBudget(defaultPolicy, facts(undefined)).workBits, defaultPolicy.workBits);
  assert.equal(bits(0), defaultPolicy.workBits + 4);
  assert.ok(bits(3_000) > defaultPolicy.workBits && bits(3_000) < bits(0));
});
