import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repairJson } from '../../../../src/utility/text/json-repair/repair.ts';
import { NotRepairable } from '../../../../src/utility/text/json-repair/scanner.ts';

const mended: [sent: string, meant: unknown][] = [
  ['{"a":"b,c,"d":"e"}', { a: 'b,c', d: 'e' }],
  ['["one, "two"]', ['one', 'two']],
  ['"say "yes" twice"', 'say "yes" twice'],
  ['{"size": "(5\'3")" }', { size: '(5\'3")' }],
  ['"a" + "b" + \'c\'', 'abc'],
  ['["a" +]', ['a']],
  ['```json\n{"a": True}\n```', { a: true }],
  ['jsonp({"a": undefined});', { a: null }],
  ['{"id": ObjectId("7")}', { id: '7' }],
  ['{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['[1, 2, ..., 9]', [1, 2, 9]],
  ['{"a": [1, {"b": 2', { a: [1, { b: 2 }] }],
  ['{“a”: ‘b’}', { a: 'b' }],
  ['[.5, 2., 1e, -]', [0.5, 2, 1, -0]],
  ['[007, 1.2.3]', ['007', '1.2.3']],
  ['{a: https://a.test/?b=1, c: 2}', { a: 'https://a.test/?b=1', c: 2 }],
  ['{/* x */"a": 1, // y\n"b": 2}', { a: 1, b: 2 }],
  ['\\"escaped\\"', 'escaped'],
  ['["tab\there", "line\nbreak"]', ['tab\there', 'line\nbreak']],
  ['{"a" 1 "b" 2}', { a: 1, b: 2 }],
];

test('what was meant is found', () => {
  for (const [sent, meant] of mended) {
    const { text, fixes } = repairJson(sent);
    assert.deepEqual(JSON.parse(text), meant, sent);
    assert.ok(fixes.length > 0, sent);
    for (const { position } of fixes) assert.ok(position >= 0 && position <= sent.length, sent);
  }
});

test('JSON comes back as it was, without a fix', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
      const sent = JSON.stringify(JSON.parse(json), null, indent);
      assert.deepEqual(repairJson(sent), { text: sent, fixes: [], fixCount: 0 });
    }),
    { numRuns: 500 },
  );
});

test('whatever is sent, what comes back is JSON or a refusal', () => {
  const piece = fc.constantFrom(
    ...'{}[]:,"\'`\\/+-.eE0123u \n\t()*“”’x\u0000\u00a0',
    '...',
    '```',
    'true',
    'None',
    '//',
    '/*',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const sent = pieces.join('');
      try {
        JSON.parse(repairJson(sent).text);
      } catch (error) {
        assert.ok(error instanceof NotRepairable, `${JSON.stringify(sent)}: ${error}`);
      }
    }),
    { numRuns: 20_000 },
  );
});

test('an escape before the place where a string must end does not keep it from ending', () => {
  for (const sent of ['"+\\,".-\\true', '["a\\,"b', '[\'\\\\"]']) {
    try {
      JSON.parse(repairJson(sent).text);
    } catch (error) {
      assert.ok(error instanceof NotRepairable, `${sent}: ${error}`);
    }
  }
});

test('work grows with the length of the text, not with its square', () => {
  const hard: ((n: number) => string)[] = [
    (n) => `[${'1,'.repeat(n)}]`,
    (n) => `["a"x ${'"b"y '.repeat(n)}]`,
    (n) => `[${'"abc, '.repeat(n)}]`,
    (n) => `"a"${'+"b"'.repeat(n)}`,
    (n) => `['a${'" '.repeat(n)}`,
    (n) => `[${"'a' b ".repeat(n)}`,
    (n) => `${'{"a":1,}\n'.repeat(n)}`,
    (n) => `{"a" ${' '.repeat(n)}1`,
    (n) => `[${'"a"/*x*/b '.repeat(n)}`,
    (n) => '\\"'.repeat(n),
    (n) => `${'['.repeat(999)}${' /**/'.repeat(n)}`,
  ];
  // A square would take minutes here and be ended by the runner.
  for (const text of hard) {
    try {
      repairJson(text(30_000));
    } catch (error) {
      assert.ok(error instanceof NotRepairable);
    }
  }
});
