import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { toRefusal } from '../../../../src/platform/http/error-responses.ts';

function databaseError(code: string, message = 'refused'): pg.DatabaseError {
  const error = new pg.DatabaseError(message, 0, 'error');
  error.code = code;
  return error;
}

const systemError = (code: string) => Object.assign(new Error(code), { code });

const away = [
  ...['25006', '57P01', '57P02', '57P03', '53300', '53100', '08006'].map((code) => databaseError(code)),
  databaseError('0A000', 'cannot set transaction read-write mode during recovery'),
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPIPE',
  ].map(systemError),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated: the connection went silent'),
];

for (const error of away) {
  test(`a database lost by ${(error as pg.DatabaseError).code ?? error.message} is 503 with Retry-After`, () => {
    const { kind, headers } = toRefusal(error, undefined, 'http://kith.test');
    assert.equal(kind.status, 503);
    assert.ok(Number(headers['retry-after']) >= 1, String(headers['retry-after']));
  });
}

test('an internal error is 500 and keeps its message in the log', () => {
  for (const error of [databaseError('0A000'), databaseError('42601', 'syntax'), new TypeError('boom')]) {
    const refusal = toRefusal(error, undefined, 'http://kith.test');
    assert.equal(refusal.kind.status, 500);
    assert.doesNotMatch(refusal.message, /boom|syntax/);
  }
});
