import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repairText } from '../../../packages/json-repair/src/repair.ts';
import { NotRepairable } from '../../../packages/json-repair/src/source.ts';
import { runs } from '../../harness/runs.ts';
import { completeValues, includesAll } from './complete-values.ts';
import { damage } from './damage.ts';

test('valid JSON needs no fix and is returned unchanged', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
      const sent = JSON.stringify(JSON.parse(json), null, indent);
      const { text, fixes, truncated } = repairText(sent);
      assert.deepEqual([text, fixes, truncated], [sent, [], false]);
    }),
    {
      numRuns: 500,
      // Strings that consist of a bracket, next to others that close it.
      examples: [
        ['[{"":"{"},["}"]]', undefined],
        ['["[","]"]', undefined],
        ['["{",":","}"]', undefined],
      ],
    },
  );
});

test('a text cut at any character keeps every complete value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, at) => {
      const whole = JSON.stringify([value]);
      const sent = whole.slice(0, 1 + (at % whole.length));
      const repaired: unknown = JSON.parse(repairText(sent).text);
      assert.ok(includesAll(repaired, completeValues(sent)), `${sent} became ${JSON.stringify(repaired)}`);
    }),
    { numRuns: runs(3_000, 500) },
  );
});

test('a backtick in a cut string is content, three end a fence', () => {
  assert.deepEqual(JSON.parse(repairText('[{"a":" ]`').text), [{ a: ' ]`' }]);
  assert.deepEqual(JSON.parse(repairText('```json\n{"a":"b}\n```').text), { a: 'b' });
});

test('any input gives JSON or a refusal, with positions inside the text', () => {
  const piece = fc.constantFrom(
    ...'{}[]:,"\'`\\/+-.eE0123u \n\t()*“”’x\u0000\u00a0#;=<',
    ...[
      '...',
      '```',
      'true',
      'None',
      '//',
      '/*',
      '"a":',
      'key',
      '{"a":1}',
      '<think>',
      '</think>',
      '=>',
      'f(',
      '"""',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const sent = pieces.join('');
      try {
        const { text, fixes } = repairText(sent);
        JSON.parse(text);
        for (const { position } of fixes) assert.ok(position >= 0 && position <= sent.length, sent);
      } catch (error) {
        assert.ok(error instanceof NotRepairable, `${JSON.stringify(sent)}: ${error}`);
      }
    }),
    { numRuns: runs(20_000, 2_000) },
  );
});

test('work grows linearly with the length of the text for every kind of damage', () => {
  const stepsPerCharacter = (text: string): number => {
    try {
      return repairText(text).steps / text.length;
    } catch (error) {
      assert.ok(error instanceof NotRepairable, String(error));
      return error.position / text.length;
    }
  };
  for (const [kind, repeat] of Object.entries(damage)) {
    const short = stepsPerCharacter(repeat(1_000));
    const long = stepsPerCharacter(repeat(16_000));
    assert.ok(long < 64, `${kind}: ${long} steps per character`);
    assert.ok(long < 2 * short + 8, `${kind}: ${short} steps per character, then ${long}`);
  }
});

test('signs after a complete value start no other one', () => {
  for (const signs of ['.', ' .', '-', '…', '"', ' -\n', '.e', '!'])
    assert.equal(repairText(`{"a": 1}${signs}`).text, '{"a": 1}', signs);
  assert.equal(repairText('{"a": 1}. {"b": 2}').text, '[{"a": 1}, {"b": 2}]');
  assert.equal(repairText('{"a": 1}\n-.5').text, '[{"a": 1}, -0.5]');
});
