import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { createInputParser } from '../../../../src/platform/http/validation.ts';

test('the length of a text is counted in characters, of which some are two units', () => {
  const parse = createInputParser(
    Type.Object({ word: Type.String({ minLength: 2, maxLength: 3 }) }),
    'it',
    'json',
  );
  const accepted = ['ab', 'abc', '🙂🙂', '🙂🙂🙂', 'a🙂c'];
  for (const word of accepted) assert.deepEqual(parse({ word }), { word });
  for (const word of ['', 'a', '🙂'])
    assert.throws(() => parse({ word }), { message: 'word must have at least 2 characters' }, word);
  for (const word of ['abcd', 'ab🙂c', '🙂🙂🙂🙂', 'abcdefg'])
    assert.throws(() => parse({ word }), { message: 'word must have at most 3 characters' }, word);
});
