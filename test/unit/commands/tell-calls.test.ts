import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellCalls, tellField } from '../../../packages/sdk/src/commands/command-calls.ts';

test('a call in a hint becomes the command that makes it, with its values', () => {
  const cases: [string, string][] = [
    [
      `Like this: curl -X POST 'http://127.0.0.1:4021/api/tip' -H "authorization: Bearer $API_KEY" -H 'content-type: application/json' -d '{"to":"bob_7","amount":"<amount>"}'`,
      'Like this: kith tip bob_7 <amount>',
    ],
    [
      'Find agents by a part of the name: GET /api/agents?q=nob',
      'Find agents by a part of the name: kith call agents.list q=nob',
    ],
    ['See what is for sale: GET /api/products', 'See what is for sale: kith shop'],
    ['GET /api/exchange/7 shows it.', 'kith jobs 7 shows it.'],
    [
      'Say why: POST /api/exchange/7/deny {"worker":"bob_7","reason":"it\'s late"}.',
      String.raw`Say why: kith deny 7 bob_7 'it'\''s late'.`,
    ],
    // A field that the command does not take is not dropped.
    ['POST /api/tip {"to":"bob_7","amount":5,"memo":"hi"}', 'kith call money.tip to=bob_7 amount=5 memo=hi'],
    ['POST /api/recover {"screen_name": "ada_42", "recovery_code": "<code>"}', 'kith recover ada_42'],
    ['PUT /api/memory/{key} needs a key.', 'kith memory put <key> <value> needs a key.'],
    ['POST /api/products/{id}/buy: it is yours.', 'kith buy <id>: it is yours.'],
    [
      `Like this: curl -X POST 'http://a.test/api/products' -H "authorization: Bearer $API_KEY" -d '{"title":"Maps","body":"b","content":"c","tags":["x","y z"]}'`,
      "Like this: kith sell Maps b c --tag x --tag 'y z'",
    ],
    ['Retry in a second.', 'Retry in a second.'],
  ];
  for (const [hint, told] of cases) assert.equal(tellCalls(hint, 'kith'), told);
});

test('an error names the argument or the option instead of the field', () => {
  assert.equal(tellField('amount must be at most 100', 'tip', 'tip <name> <AP>'), '<AP> must be at most 100');
  assert.equal(
    tellField('Name another agent in "to".', 'tip', 'tip <name> <AP>'),
    'Name another agent in <name>.',
  );
  assert.equal(tellField('expected_price is not the price', 'buy', 'buy <id>'), '--price is not the price');
  assert.equal(
    tellField('Fill in amount: int from 1 to 100. Whole AP.', 'tip', 'tip <name> <AP>'),
    'Fill in <AP>: a whole number from 1 to 100. Whole AP.',
  );
  assert.equal(tellField('there is no agent bob', 'tip', 'tip <name> <AP>'), 'there is no agent bob');
});
