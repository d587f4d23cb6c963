import assert from 'node:assert/strict';
import type { Answer } from './client.ts';

/** Asserts the form of a refusal: exactly {error, hint}, the error code and the request id. */
export function assertRefused(answer: Answer, status: number, code: string, what = ''): void {
  const said = `${what} → ${answer.status} ${answer.headers['x-error-code']} ${answer.text.slice(0, 300)}`;
  assert.equal(answer.status, status, said);
  assert.equal(answer.headers['x-error-code'], code, said);
  assert.deepEqual(Object.keys(answer.json ?? {}).toSorted(), ['error', 'hint'], said);
  for (const field of ['error', 'hint']) {
    assert.equal(typeof answer.json[field], 'string', said);
    assert.notEqual(answer.json[field].trim(), '', said);
  }
  assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f]{12}-[0-9a-z]+$/, said);
}
