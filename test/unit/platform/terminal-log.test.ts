import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { makeSecret } from '../../../src/platform/keys/secret.ts';
import { createLog, isTextLog } from '../../../src/platform/log.ts';

function printed(level: string, write: (log: ReturnType<typeof createLog>) => void): string[] {
  const destination = new PassThrough();
  write(createLog({ level, text: true, destination }));
  return String(destination.read() ?? '')
    .split('\n')
    .filter(Boolean);
}

const request = {
  method: 'POST',
  route: '/api/tip',
  status: 201,
  ms: 8.31,
  request_id: 'a-1',
  caller: 'mira_1',
};

test('a request is one line with its caller, and other information is left out', () => {
  const lines = printed('info', (log) => {
    log.info({ pid: 1 }, 'postgres.started');
    log.child({ service: 'city' }).info(request, 'request');
  });
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /^\d\d:\d\d:\d\d {2}POST \/api\/tip {2}201 {2}8\.3 ms {2}mira_1$/);
});

test('warnings name their cause, errors the place; both are scrubbed', () => {
  const secret = makeSecret('kith_sk');
  const [warning, error, ...stack] = printed('info', (log) => {
    log.warn({ err: new Error(`no ${secret}`), free_mb: 12 }, 'the disk is nearly full');
    log.error({ err: new Error('broken') }, 'a task failed');
  });
  assert.match(warning!, /warning {2}the disk is nearly full: no kith_sk_… {2}free_mb=12$/);
  assert.match(error!, /error {2}a task failed$/);
  assert.match(stack.join('\n'), /Error: broken\n {6}at /);
  assert.ok(!warning!.includes(secret));
});

test('debug shows everything; the format follows the setting, then the terminal', () => {
  assert.equal(printed('debug', (log) => log.info({ pid: 1 }, 'postgres.started')).length, 1);
  assert.equal(isTextLog('auto', { isTTY: true }), true);
  assert.equal(isTextLog('auto', {}), false);
  assert.equal(isTextLog('json', { isTTY: true }), false);
  assert.equal(isTextLog('text', {}), true);
});
