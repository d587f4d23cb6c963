import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { toRefusal } from '../../../../src/platform/http/error-responses.ts';
import { errors } from '../../../../src/platform/http/errors.ts';
import { PathIndex } from '../../../../src/platform/http/paths.ts';
import type { BoundRoute } from '../../../../src/platform/http/route.ts';
import { Turns } from '../../../../src/platform/http/turns.ts';
import { UnknownPaths } from '../../../../src/platform/http/unknown-path.ts';
import { InvalidInput } from '../../../../src/platform/http/validation.ts';
import { until } from '../../../harness/until.ts';

/** Records the calls in the order in which they begin. */
function recorder(turns: Turns) {
  const began: string[] = [];
  const refused: string[] = [];
  return {
    began,
    refused,
    call: (network: string, name = network) =>
      turns.start(
        network,
        () => void began.push(name),
        () => void refused.push(name),
      ),
  };
}

const noRefusal = () => assert.fail('a call was refused');

test('a network alone starts its calls at once', () => {
  const { began, call } = recorder(new Turns());
  for (let i = 0; i < 64; i++) call('a');
  assert.equal(began.length, 64);
});

test('beside another a network starts one call after the other, and the other one waits for none of the rest', async () => {
  const turns = new Turns();
  const { began, call } = recorder(turns);
  call('b', 'first');
  call('a', 'a1');
  const causeAnother = () => {
    began.push('a2');
    call('b', 'second');
  };
  turns.start('a', causeAnother, noRefusal);
  call('a', 'a3');
  call('a', 'a4');
  assert.deepEqual(began, ['first', 'a1']);
  await until(() => began.length === 6);
  assert.deepEqual(began, ['first', 'a1', 'a2', 'second', 'a3', 'a4']);
});

test('more calls of a network alone than it starts at once begin too', async () => {
  const { began, call } = recorder(new Turns());
  for (let i = 0; i < 200; i++) call('a', `${i}`);
  await until(() => began.length === 200);
  assert.deepEqual(
    began,
    Array.from({ length: 200 }, (_, i) => `${i}`),
  );
});

test('what waits for its turn is bounded per network, and everything that waits begins', async () => {
  const { began, refused, call } = recorder(new Turns());
  call('b');
  for (let i = 0; i < 1_000; i++) call('a', `${i}`);
  call('c');
  assert.deepEqual(began, ['b', '0', 'c']);
  assert.equal(refused.length, 487);
  assert.equal(refused[0], '513');
  await until(() => began.length === 515);
  call('a', 'later');
  await until(() => began.at(-1) === 'later');
  assert.equal(refused.length, 487);
});

test('a call that waited goes on in its own context', async () => {
  const turns = new Turns();
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  turns.start('b', () => {}, noRefusal);
  for (const name of ['one', 'two'])
    context.run(name, () => turns.start('a', () => void seen.push(context.getStore()), noRefusal));
  await until(() => seen.length === 2);
  assert.deepEqual(seen, ['one', 'two']);
});

test('refused calls of a network are explained until its share of the time is used up, beside others only', () => {
  const turns = new Turns();
  const explain = (cpuMs: number) =>
    turns.explain('a', (isBrief) => {
      for (const before = process.threadCpuUsage(); process.threadCpuUsage(before).user < cpuMs * 1_000; );
      return isBrief;
    });
  explain(260);
  assert.equal(explain(0), false, 'alone');
  turns.start('b', () => {}, noRefusal);
  assert.equal(explain(0), true);
  assert.equal(
    turns.explain('b', (isBrief) => isBrief),
    false,
  );
});

test('without an explanation a refusal is of the same kind and names the rule and the document', () => {
  const route = {
    method: 'POST',
    path: '/api/tip',
    name: 'tip',
    effect: 'write',
    summary: 'Tip.',
    response: { status: 200 },
  } as unknown as BoundRoute;
  const wrong = toRefusal(new InvalidInput('amount', 'is missing'), route, 'http://kith.test', null);
  assert.equal(wrong.kind, errors.invalidField);
  assert.equal(wrong.message, 'amount is missing');
  assert.equal(wrong.hint, 'GET http://kith.test/api/help?call=tip describes the call.');
  const paths = new UnknownPaths(new PathIndex([route]));
  const refusalOf = (method: string, url: string) =>
    paths.briefRefusalOf({ method, url, headers: {} }, 'http://kith.test');
  assert.equal(refusalOf('GET', '/api/tips').kind, errors.notFound);
  assert.equal(refusalOf('GET', '/api/tips').hint, 'GET http://kith.test/llms.txt lists all calls.');
  assert.equal(refusalOf('DELETE', '/api/tip?a=1').kind, errors.methodNotAllowed);
  assert.equal(refusalOf('DELETE', '/api/tip').headers.allow, 'POST');
});
