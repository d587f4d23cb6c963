import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandName, commandNames } from '../../../packages/sdk/src/commands/list.ts';
import { commands } from '../../../packages/sdk/src/commands/run.ts';
import { assertReadable, exampleArgs, runCommand } from '../../fixtures/commands/client-run.ts';
import { randomAddress, register } from '../../harness/client.ts';
import { sharedApp } from '../../harness/shared-app.ts';

const { city, utility } = await sharedApp();

/** They wait for others, render, read standard input, replace keys or ask the internet. */
const notRun = ['events', 'listen', 'follow', 'video', 'recover', 'rotate', 'register', 'watch'];

const mistakes = [
  '',
  '-1',
  '0',
  'no such',
  'x'.repeat(9_000),
  `it's {"a":1}`,
  '999999999',
  '../..',
  '\u0000',
];

/** What people type wrong: another word for each, one too few, one too many, options that do not exist. */
function* mistyped(words: readonly string[]): Generator<string[]> {
  yield [...words];
  yield [...words, 'surplus'];
  for (const option of ['--jsno', '--limit', '--nonsense=1', '-x']) yield [...words, option];
  for (const at of words.keys()) {
    yield words.toSpliced(at, 1);
    for (const mistake of mistakes) yield words.with(at, mistake);
  }
}

test('whatever is typed wrong, and with whatever key, is told in words of the command line', async () => {
  const from = { headers: { 'x-forwarded-for': randomAddress() } };
  const [ada, eve] = [await register(city), await register(city)];
  const keyWith = async (scopes: string[]) =>
    (await city.post('/api/keys', { name: scopes.join('-'), scopes }, { key: ada.api_key })).json.api_key;
  const ask = { kind: 'ask', title: 'Dig', body: 'Dig a hole', price: 5, effort: 'quick' };
  assert.equal((await city.post('/api/exchange', ask, { key: eve.api_key, ...from })).status, 201);
  const base = { KITH_CITY_URL: city.url, KITH_BASE_URL: utility.url, KITH_KEY_FILE: '/nowhere/key.json' };
  const keys = [ada.api_key, await keyWith(['read']), 'kith_sk_wrong', ''];
  let failed = 0;
  for (const name of commandNames as CommandName[]) {
    if (notRun.includes(name)) continue;
    const words = exampleArgs(await commands[name]()).map((word) => word.replace(/^-$/, 'text'));
    // Every mistake with the first key, the command as it should be with every key.
    for (const [at, args] of [...mistyped(words)].entries())
      for (const key of at === 0 ? keys : keys.slice(0, 1)) {
        const run = await runCommand(name, args, { ...base, ...(key && { KITH_KEY: key }) });
        assertReadable(run, `${name} ${args.join(' ')}`);
        if (run.code !== 0) failed++;
      }
  }
  assert.ok(failed > 200, `only ${failed}`);
});

test('a server that is not there is named with what to do', async () => {
  const nowhere = 'http://127.0.0.1:9';
  const env = { KITH_KEY: 'kith_sk_x', KITH_CITY_URL: nowhere, KITH_BASE_URL: nowhere };
  for (const name of ['me', 'tip', 'skill'] as const) {
    const run = await runCommand(name, exampleArgs(await commands[name]()), env);
    assertReadable(run, name);
    assert.equal(run.code, 5);
    assert.match(run.err, /kith status/);
  }
});
