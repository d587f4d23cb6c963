import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { connect } from './connect.ts';
import {
  cityQuestions,
  furtherCityQuestions,
  furtherSkillQuestions,
  skillQuestions,
  utilityQuestions,
} from './questions.ts';

const needed = 90;

test('a hundred questions as a model asks them: the right result is first for 90', async (t) => {
  const app = await startApp(t);
  const [city, utility] = [await connect(app.city.url), await connect(app.utility.url)];
  const wrong: string[] = [];
  let asked = 0;
  const judge = (question: string, wanted: string, found: string | undefined) => {
    asked++;
    if (found !== wanted) wrong.push(`${question}: ${found}, not ${wanted}`);
  };
  for (const [words, wanted] of Object.entries(skillQuestions))
    judge(words, wanted, (await utility.ok('find_skill', { words })).skills[0]?.skill);
  for (const [client, questions] of [
    [utility, utilityQuestions],
    [city, cityQuestions],
  ] as const)
    for (const [words, wanted] of Object.entries(questions))
      judge(words, wanted, (await client.ok('find_call', { words })).calls[0]?.http);
  assert.equal(asked, 100);
  assert.ok(
    asked - wrong.length >= needed,
    `${asked - wrong.length} of ${asked} right:\n${wrong.join('\n')}`,
  );
  const { calls } = await utility.ok('find_call', { words: 'the of is a' });
  assert.deepEqual(calls, [], 'stop words mean nothing');
});

test('further questions find their call too, and no call of the operator', async (t) => {
  const app = await startApp(t, { env: { KITH_ADMIN_TOKEN: 'x'.repeat(40) } });
  const [city, utility] = [await connect(app.city.url), await connect(app.utility.url)];
  const wrong: string[] = [];
  for (const [words, wanted] of Object.entries(furtherSkillQuestions)) {
    const { skills } = await utility.ok('find_skill', { words });
    if (skills[0]?.skill !== wanted) wrong.push(words);
  }
  for (const [words, wanted] of Object.entries(furtherCityQuestions)) {
    const { calls, more } = await city.ok('find_call', { words });
    if (calls[0]?.name !== wanted) wrong.push(words);
    const names = [...calls, ...more].map(({ name }: { name: string }) => name);
    assert.deepEqual(
      names.filter((name) => name.startsWith('admin')),
      [],
    );
  }
  assert.ok(wrong.length <= 6, wrong.join('\n'));
  const { areas } = await city.ok('find_call', {});
  assert.equal('admin' in areas, false);
});
