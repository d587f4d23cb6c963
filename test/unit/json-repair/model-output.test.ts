import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairJson } from '../../../packages/json-repair/src/index.ts';

/** Output of models and programs, and the intended value. */
const cases: [sent: string, meant: unknown][] = [
  ['Sure! ```json {"a":1} ``` done', { a: 1 }],
  [
    'Sure, here is the JSON you asked for:\n\n{"name": "Ada", "age": 36}\n\nLet me know if you need anything else!',
    { name: 'Ada', age: 36 },
  ],
  ['<think>The user wants {"x": 0}. I should give JSON.</think>\n{"x": 1}', { x: 1 }],
  ['Okay so the user wants {"x":0}\n</think>\n\n```json\n{"x": 1}\n```', { x: 1 }],
  ['const x = {a: 1, b: [1,2,],};', { a: 1, b: [1, 2] }],
  ['export default { a: 1 }', { a: 1 }],
  ['cb({"a": 1});', { a: 1 }],
  ['{"a":1}\n{"a":2}\n{"a":3}', [{ a: 1 }, { a: 2 }, { a: 3 }]],
  ["{'a': True, 'b': None, 'c': (1, 2), 'd': 1_000}", { a: true, b: null, c: [1, 2], d: 1000 }],
  ['{"name":"Ada","name', { name: 'Ada' }],
  ['{"name":"Ada","name":"B', { name: 'Ada' }],
  ['{"name":"Ada","name":', { name: 'Ada' }],
  ['{"a": [1, 2, 3}', { a: [1, 2, 3] }],
  ['[{"a":1}], {"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['Here are two:\n```json\n{"a":1}\n```\nand\n```json\n{"b":2}\n```', [{ a: 1 }, { b: 2 }]],
  ['```json\n{"code": "```js\\nfoo()\\n```"}\n```', { code: '```js\nfoo()\n```' }],
  ['The answer is [1, 2, 3].', [1, 2, 3]],
  ['As noted in [1], the result is {"a": 1} [2].', { a: 1 }],
  ['{"text": "He said "hello" to me", "b": 1}', { text: 'He said "hello" to me', b: 1 }],
  ['{"text": "He said "yes", and left", "b": 1}', { text: 'He said "yes", and left', b: 1 }],
  ['{"a": "x", "b" 1, "c": 2}', { a: 'x', b: 1, c: 2 }],
  ['{"a": "x", "b" "y", "c": 2}', { a: 'x', b: 'y', c: 2 }],
  ['{"a": "line1\nline2", "b": "tab\there"}', { a: 'line1\nline2', b: 'tab\there' }],
  ['{"path": "C:\\users\\docs"}', { path: 'C:\\users\\docs' }],
  ['{“name”: “Ada”, “n”: 1}', { name: 'Ada', n: 1 }],
  ['{"name": “Ada”}', { name: 'Ada' }],
  ["{'text': 'it's fine', 'b': 'don't'}", { text: "it's fine", b: "don't" }],
  ['{"a": 1, // first\n "b": 2 /* second */}', { a: 1, b: 2 }],
  ['{\n  # python comment\n  "a": 1\n}', { a: 1 }],
  ['{"a": 0x1F, "b": +5, "c": .5, "d": 5.}', { a: 31, b: 5, c: 0.5, d: 5 }],
  ['{"a": NaN, "b": Infinity}', { a: null, b: null }],
  ['{"items": [{"id": 1}, {"id": 2}, {"id"', { items: [{ id: 1 }, { id: 2 }, { id: null }] }],
  ['{"items": [{"id": 1}, {"id": 2}, {"i', { items: [{ id: 1 }, { id: 2 }, {}] }],
  ['{"a": tru', {}],
  ['{"a": 1, "b": tru', { a: 1 }],
  ['[1, 2, -', [1, 2]],
  ['[1, 2, 3.', [1, 2, 3]],
  ['{"a": {"b": {"c": "d"', { a: { b: { c: 'd' } } }],
  ['{"a":1,"b":2}}}', { a: 1, b: 2 }],
  ['{{"a": 1}}', { a: 1 }],
  ['{\\"a\\": \\"b\\", \\"c\\": [1,2]}', { a: 'b', c: [1, 2] }],
  ['{&quot;a&quot;: &quot;b&quot;}', { a: 'b' }],
  ['<tool_call>\n{"name": "f", "arguments": {"x": 1}}\n</tool_call>', { name: 'f', arguments: { x: 1 } }],
  ['{"name": "f", "arguments": "{\\"x\\": 1}"', { name: 'f', arguments: '{"x": 1}' }],
  ['"name": "Ada", "age": 36', { name: 'Ada', age: 36 }],
  ['{"a": "b",, "c": "d"}', { a: 'b', c: 'd' }],
  ['{"a": "b" "c": "d"}', { a: 'b', c: 'd' }],
  ['{"a": 1 "b": 2}', { a: 1, b: 2 }],
  ['{a: 1, b: "two", c: three}', { a: 1, b: 'two', c: 'three' }],
  ['{"date": 2024-01-02, "time": 12:30}', { date: '2024-01-02', time: '12:30' }],
  ['{"price": $5.00, "pct": 50%}', { price: '$5.00', pct: '50%' }],
  ['{"ok": yes}', { ok: 'yes' }],
  ['{"t": """multi\nline "q" """}', { t: 'multi\nline "q" ' }],
  ['{"t": `multi\nline`}', { t: 'multi\nline' }],
  ['[\n  {"a": 1}\n  {"a": 2}\n]', [{ a: 1 }, { a: 2 }]],
  ['{"q": "What is "X"?", "a": "It is "Y"."}', { q: 'What is "X"?', a: 'It is "Y".' }],
  [
    '{"html": "<a href="https://x.y/z">link</a>", "n": 1}',
    { html: '<a href="https://x.y/z">link</a>', n: 1 },
  ],
  [
    'Here is the result:\n{\n  "summary": "The model said: {not json}",\n  "score": 0.9,\n}',
    { summary: 'The model said: {not json}', score: 0.9 },
  ],
  ['{"list": ["a", "b", "c"], "next": 3', { list: ['a', 'b', 'c'], next: 3 }],
  ['{"list": [1, 2, "next": 3}', { list: [1, 2], next: 3 }],
  ['["abc, /* first */ "def"]', ['abc', 'def']],
  ['{"a": "abc, // note\n"b": 2}', { a: 'abc', b: 2 }],
  ['{"sql": "SELECT * +\n"FROM t", "n": 1}', { sql: 'SELECT *FROM t', n: 1 }],
  ['{"url": "https://a.b/c, "n": 1}', { url: 'https://a.b/c', n: 1 }],
  ['1 {\n2   "a": 1,\n3   "b": [1, 2]\n4 }', { a: 1, b: [1, 2] }],
  ['     1\t{\n     2\t  "a": 1\n     3\t}', { a: 1 }],
  ['1: {\n2:   "a": 1\n3: }', { a: 1 }],
  ['  9 | {\n 10 |   "a": "x",\n 11 |   "b": 2\n 12 | }', { a: 'x', b: 2 }],
  ['Here is the file:\n\n1 {\n2   "a": 1\n3 }\n\nThat is all.', { a: 1 }],
  ['```json\n1→{\n2→  "a": 1\n3→}\n```', { a: 1 }],
  ['+{\n+  "a": 1\n+}', { a: 1 }],
  ['// {\n//   "a": 1\n// }', { a: 1 }],
  ['# [\n#   1,\n#   2\n# ]', [1, 2]],
  ['{\n  // {\n  // "a": 1\n  // }\n  "b": 2,\n}', { b: 2 }],
  ['{"a": "1 {\n2 x\n3 }", b: 1}', { a: '1 {\n2 x\n3 }', b: 1 }],
  ['[\n1,\n2,\n3,\n]', [1, 2, 3]],
  ['I cannot help with that.', 'I cannot help with that.'],
  [
    '[{"id":1,"name":"A"},{"id":2,"name":"B"',
    [
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ],
  ],
  [
    'datetime: {"d": datetime.date(2020, 1, 2), "x": Decimal("1.5")}',
    { d: 'datetime.date(2020, 1, 2)', x: '1.5' },
  ],
  ['{"a": "unterminated\n"b": 2}', { a: 'unterminated', b: 2 }],
  ['{"a": "unterminated,\n"b": 2}', { a: 'unterminated', b: 2 }],
  ['data: {"a": 1}\n\ndata: {"a": 2}\n\ndata: [DONE]', [{ a: 1 }, { a: 2 }]],
  ['{"a":1}{"b":2}', [{ a: 1 }, { b: 2 }]],
  ['json\n{"a": 1}', { a: 1 }],
  ['JSON: {"a": 1}', { a: 1 }],
  ['{\n  "a": 1,\n  "b": [\n    1,\n    2\n  ],\n}\n\nNote: {b} is a list.', { a: 1, b: [1, 2] }],
  ['```json\n{"a": 1\n```', { a: 1 }],
  ['```\n{"a": "x\n```', { a: 'x' }],
  ['{"a": "He said: \\"hi\\"", b: \'x\'}', { a: 'He said: "hi"', b: 'x' }],
  ['{"traits": \'\'Female 60+\'\', "n": 1}', { traits: 'Female 60+', n: 1 }],
  ['{"value_1": true, SHOULD_NOT "value_2": "data" AAAA }', { value_1: true, value_2: 'data' }],
  ['{"lorem": ipsum, sic, datum.",}', { lorem: 'ipsum, sic, datum.' }],
  [
    '[{"lorem": {"ipsum": "sic"}, "lorem": {"ipsum": "sic"}]',
    [{ lorem: { ipsum: 'sic' } }, { lorem: { ipsum: 'sic' } }],
  ],
  [
    '{"comment": "lorem, "ipsum" sic "tamet". To improve"}',
    { comment: 'lorem, "ipsum" sic "tamet". To improve' },
  ],
  ['{""answer"":[{""a"":""b""}]}', { answer: [{ a: 'b' }] }],
  ['{"a": "b"} Hope this helps!', { a: 'b' }],
  ['{"a": ["x", "y"]} Hope "this" helps!', { a: ['x', 'y'] }],
  ['{"a": 1}, {"b": 2}, {"c": 3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
  ['{foo: [}', { foo: [] }],
  ['{"b": "xxxxx" true}', { b: 'xxxxx' }],
  ['{"key": "lorem ipsum ... "sic " tamet. ...}', { key: 'lorem ipsum ... "sic " tamet. ...' }],
  ['{"number": 1,"reason": "According...""ans": "YES"}', { number: 1, reason: 'According...', ans: 'YES' }],
  [
    '{ "key": ["arrayvalue"], ["arrayvalue1"], ["arrayvalue2"], "key3": "value3" }',
    { key: ['arrayvalue', 'arrayvalue1', 'arrayvalue2'], key3: 'value3' },
  ],
  ['9007199254740993', 9007199254740992],
  ['{"a" => 1, :b => 2}', { a: 1, b: 2 }],
  ['{"a":1;"b":2}', { a: 1, b: 2 }],
  ['**Result:** `{"a": 1}`', { a: 1 }],
  ['{"answer": 42}<|endoftext|>', { answer: 42 }],
  ['[TOOL_CALLS] [{"name": "f"}]', [{ name: 'f' }]],
  ["I'd suggest: {'a': 'b'}", { a: 'b' }],
  ['{"a": "b\\"}', { a: 'b' }],
  ['{ "a": 1, "b": { "c": 2 }, }  // end', { a: 1, b: { c: 2 } }],
  ['{"text": "a, b, c", "list": ["a, b", "c"]', { text: 'a, b, c', list: ['a, b', 'c'] }],
  [
    '{"key": "value with, comma and "quote", and more", "k2": "v"}',
    { key: 'value with, comma and "quote", and more', k2: 'v' },
  ],
  ['{"tags": ["a", "b", ], "x": undefined}', { tags: ['a', 'b'], x: null }],
  ['x = [{"a": 1}, {"a": 2}]\nprint(x)', [{ a: 1 }, { a: 2 }]],
  ['{"a":"\u0001"}', { a: '\u0001' }],
  ['{"steps": ["Do "X" first", "Then "Y""]}', { steps: ['Do "X" first', 'Then "Y"'] }],
  [
    '{"content": "function() { return "x"; }", "lang": "js"}',
    { content: 'function() { return "x"; }', lang: 'js' },
  ],
  ['{"name":["Ada"],"name":["B', { name: ['Ada'] }],
  ['{"n":{"name":"Ada","name":{"x', { n: { name: 'Ada' } }],
  ['[1, 2, 3], 4, 5]', [1, 2, 3, 4, 5]],
  [
    '{"items": [{"id": 1}], {"id": 2}, {"id": 3}], "n": 3}',
    { items: [{ id: 1 }, { id: 2 }, { id: 3 }], n: 3 },
  ],
  ['{"items": ["a"], "b", 3], "n": 3}', { items: ['a', 'b', 3], n: 3 }],
  ['{"a": [1], {"b": 2}, "c": 3}', { a: [1], b: 2, c: 3 }],
  ["{'a': {1, 2}, 'b': {3}}", { a: [1, 2], b: [3] }],
  ['{"name": "f", "arguments": "{"q": "x", "n": 1}"}', { name: 'f', arguments: '{"q": "x", "n": 1}' }],
  [
    '{"answer": "Use "foo", "bar", and "baz" here", "n": 1}',
    { answer: 'Use "foo", "bar", and "baz" here', n: 1 },
  ],
  ['{"a": "b", "c", "d": 1}', { a: 'b', c: null, d: 1 }],
  ['{"talk": "Tom: "Hi." Ann: "Hello!"", "n": 2}', { talk: 'Tom: "Hi." Ann: "Hello!"', n: 2 }],
  ['{"quote": ""To be" is a line", "by": "W."}', { quote: '"To be" is a line', by: 'W.' }],
  ['{"a": "x", b": "y"}', { a: 'x', b: 'y' }],
  ['{\n  "steps: [\n    {"step": 1}\n  ],\n  "n": 1\n}', { steps: [{ step: 1 }], n: 1 }],
  ['{"a":: 1, "b": : "c"}', { a: 1, b: 'c' }],
  ["{a = 1, b = 'x'}", { a: 1, b: 'x' }],
  ['{"a": [1; 2; "x"; "y"]}', { a: [1, 2, 'x', 'y'] }],
  ['`{"a": 1}`', { a: 1 }],
  ['x = json.loads(\'{"a": 1}\')', { a: 1 }],
  ['> {\n>   "a": 1\n> }', { a: 1 }],
  ['{\\n  \\"a\\": \\"b\\"\\n}', { a: 'b' }],
  ['<code class="json">{&quot;a&quot;: &quot;&lt;b&gt;&quot;}</code>', { a: '<b>' }],
  ['Here it is:\n\n{\n', {}],
  ['The result: "hello"', 'The result: "hello"'],
];

test('the intended value is found', () => {
  for (const [sent, meant] of cases) {
    const outcome = repairJson({ json: sent });
    assert.ok(outcome.ok, sent);
    assert.deepEqual(outcome.result.json, meant, sent);
  }
});

test('prose is not JSON, and is refused with the position and the reason', () => {
  for (const sent of [' ', '{:2}', '{"a" ]', 'foo [', 'Two lines\nof plain prose.', '['.repeat(5_000)]) {
    const outcome = repairJson({ json: sent });
    assert.ok(!outcome.ok, sent.slice(0, 40));
    assert.ok(outcome.reason !== '' && outcome.position >= 0);
  }
});

test('a truncated value is kept, or dropped on request', () => {
  const cut = (json: string, cut?: 'keep' | 'drop') => {
    const outcome = repairJson({ json, ...(cut && { cut }) });
    return outcome.ok && [outcome.result.json, outcome.result.truncated];
  };
  assert.deepEqual(cut('{"a": 1, "b": ["x", "unfin'), [{ a: 1, b: ['x', 'unfin'] }, true]);
  assert.deepEqual(cut('{"a": 1, "b": ["x", "unfin', 'drop'), [{ a: 1, b: ['x'] }, true]);
  assert.deepEqual(cut('{"a": 1, "b": 12', 'drop'), [{ a: 1 }, true]);
  assert.deepEqual(cut('{"a": 1, "b":', 'drop'), [{ a: 1 }, true]);
  assert.deepEqual(cut('{"a": 1, "b": 2}', 'drop'), [{ a: 1, b: 2 }, false]);
});

test('the layout of valid JSON is kept', () => {
  const text = (json: string) => {
    const outcome = repairJson({ json });
    return outcome.ok && outcome.result.text;
  };
  assert.equal(text('{"a":[1,  2], b: 3}'), '{"a": [1,  2], "b": 3}');
  assert.equal(text('{\n  "a": 1,\n}'), '{\n  "a": 1\n}');
});
