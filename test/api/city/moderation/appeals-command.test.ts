import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../../src/app/settings.ts';
import { appealsCommand } from '../../../../src/commands/appeals.ts';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { openModerationFixture } from '../../../fixtures/city/moderation/moderation-fixture.ts';

const config = readConfig({});

test('only a complete decision is accepted, and a refusal says why', async (t) => {
  const moderation = await openModerationFixture();
  t.after(() => moderation.app.stop());
  const { appeal_id } = (await moderation.appeal(await moderation.registerWithStrikes(3))).json;
  const { host, port, user, database } = moderation.app.database;
  const opened = openDatabase(
    { host, port, user, database },
    { name: 'command', connections: 2, onLost: () => {} },
  );
  t.after(() => opened.close());
  const said: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => said.push(text) > 0);
  t.mock.method(process.stdout, 'write', (text: string) => said.push(text) > 0);
  const run = async (...args: string[]) => {
    said.length = 0;
    const code = await appealsCommand(config, args)?.(opened);
    return [code, said.join('')];
  };
  const id = String(appeal_id);
  for (const wrong of [
    ['list'],
    ['decide'],
    ['decide', id],
    ['decide', id, 'perhaps'],
    ['decide', 'x', 'unban'],
    ['decide', id, 'unban', 'now'],
  ])
    assert.equal(appealsCommand(config, wrong), undefined, wrong.join(' '));
  assert.throws(() => appealsCommand(config, ['--everything']), TypeError);
  const needs = [1, 'kith: a decision is recorded with --by NAME and --why TEXT\n'];
  assert.deepEqual(await run('decide', id, 'unban', '--by', 'Grace'), needs);
  assert.deepEqual(await run('decide', id, 'unban', '--by', ' ', '--why', 'x'), needs);
  const [code] = await run('decide', id, 'unban', '--by', 'Grace', '--why', makeSecret('kith_sk'));
  assert.equal(code, 1);
  const verdict = ['--by', 'Grace', '--why', 'A live key.'];
  assert.deepEqual(await run('decide', '999999', 'uphold', ...verdict), [
    1,
    'kith: there is no appeal 999999\n',
  ]);
  const [done, output] = await run('decide', id, 'uphold', ...verdict);
  assert.equal(done, 0);
  assert.match(String(output), /^appeal \d+ of \w+: upheld; the account is banned\n$/);
  assert.deepEqual(await run('decide', id, 'unban', ...verdict), [
    1,
    `kith: appeal ${id} was already decided, by Grace\n`,
  ]);
  assert.deepEqual(await run(), [0, '0 pending appeals\n']);
});
