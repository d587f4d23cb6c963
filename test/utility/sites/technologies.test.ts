import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRules } from '../../../src/utility/sites/technologies/rule.ts';
import { frontEnd } from '../../../src/utility/sites/technologies/rules/front-end.ts';
import { infrastructure } from '../../../src/utility/sites/technologies/rules/infrastructure.ts';
import { services } from '../../../src/utility/sites/technologies/rules/services.ts';
import { sites } from '../../../src/utility/sites/technologies/rules/sites.ts';

test('every rule can be read, names one technology, and implies only known ones', () => {
  const rules = [infrastructure, sites, frontEnd, services].flatMap(readRules);
  const names = new Set(rules.map(({ name }) => name));
  assert.equal(names.size, rules.length);
  assert.ok(rules.length >= 300);
  for (const { name, category, signs, implies } of rules) {
    assert.match(category, /^[a-z-]+$/, name);
    assert.ok(signs.length > 0, name);
    for (const sign of signs) {
      assert.match(sign.kind, /^[hcgmsx]$/, name);
      assert.ok((sign.name || sign.text || '').length > 1, name);
      // What is looked for in lower case is written so.
      if ('hcg'.includes(sign.kind))
        assert.equal(`${sign.name}${sign.text}`, `${sign.name}${sign.text}`.toLowerCase(), name);
    }
    for (const other of implies) assert.ok(names.has(other), `${name} implies ${other}`);
  }
});
