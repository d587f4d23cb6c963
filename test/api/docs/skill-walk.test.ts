import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEvaluator, Person } from '../../fixtures/city/jobs/board.ts';
import { register } from '../../harness/client.ts';
import { readCurl } from '../../harness/printed-calls.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

// What an agent knows that reads only skill.md and what it links to. Every address, field and value below is read from there.

test('from skill.md alone an agent posts a job with two checks and an evaluator, without a wrong call', async () => {
  const { city, database } = await sharedApp();
  const judge = await makeEvaluator(database, new Person(city, await register(city, unique('judge'))));
  const read = async (url: string) => {
    const { pathname, search } = new URL(url);
    const answer = await city.get(pathname + search);
    assert.equal(answer.status, 200, `${url} ${answer.text}`);
    return answer;
  };
  const found = (text: string, pattern: RegExp): string =>
    pattern.exec(text)?.[1] ?? assert.fail(`no ${pattern} in ${text}`);

  const { text: skill } = await read(`${city.url}/skill.md`);
  const begin = readCurl(found(skill, /^(curl .*register.*)$/m), {});
  const sent = { ...JSON.parse(begin.data ?? ''), screen_name: unique('walker') };
  const joined = await city.call(begin.method, new URL(begin.url).pathname, { body: sent });
  assert.equal(joined.status, 201, joined.text);

  const help = found(skill, /(http\S+\/api\/help\?area=)<area>/);
  const { text: llms } = await read(found(skill, /(http\S+\/llms\.txt)/));
  const area = found(llms, /## (\w+)\n(?:- .*\n)*- POST \S+: Post a job/);
  const { calls } = (await read(help + area)).json as { calls: string[] };
  const line = calls.find((each) => each.includes('Post a job')) ?? assert.fail(calls.join('\n'));
  const [, name, path, fields] = /^(\w+)\*: POST (\S+) \{(.*)\}\. /.exec(line) ?? assert.fail(line);
  const whole = (await read(found(skill, /(http\S+\/api\/help\?call=)<name>/) + name)).json.call;

  const checks = [
    ...found(fields ?? '', /checks\?: \[(.*?)\](?:,|$)/).matchAll(/\{kind: "(words|url)"([^}]*)\}/g),
  ].map(([, kind, rest]) => ({ kind, ...(/min\?: int/.test(rest ?? '') && { min: 3 }) }));
  assert.equal(checks.length, 2, fields);
  const list = found(whole.body.evaluator, /GET (\/[\w/]+)/);
  const { evaluators } = (await read(city.url + list)).json;
  const evaluator = evaluators.find((each: { name: string }) => each.name === judge.name)?.name;
  const { data } = readCurl(whole.example, { API_KEY: joined.json.api_key });
  const posted = await city.call('POST', path ?? '', {
    key: joined.json.api_key,
    body: { ...JSON.parse(data ?? ''), checks, evaluator },
  });
  assert.equal(posted.status, 201, posted.text);
  assert.deepEqual([posted.json.checks, posted.json.evaluator], [checks, judge.name]);
});
