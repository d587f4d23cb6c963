import assert from 'node:assert/strict';
import { test } from 'node:test';
import data from '../../../src/utility/text/entities/currencies.json' with { type: 'json' };
import { findMoney } from '../../../src/utility/text/entities/money.ts';

test('a prefix of a dollar sign means the same with dots, capitals and a space', () => {
  for (const [prefix, currency] of Object.entries(data.dollarPrefixes)) {
    const dotted = `${[...prefix].join('.')}.`;
    for (const written of [`${prefix}$`, `${prefix} $`, `${dotted}$`, `${dotted.toUpperCase()} $`]) {
      const found = findMoney(`about ${written} 100,000 in all`, true);
      assert.deepEqual(
        found.map((each) => [each.amount, each.currency]),
        [[100_000, currency]],
        written,
      );
    }
  }
});
