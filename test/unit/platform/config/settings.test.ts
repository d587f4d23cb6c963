import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConfig, exampleEnv, readConfig, settings } from '../../../../src/app/settings.ts';
import { BadSetting } from '../../../../src/platform/config/setting.ts';

const key = '11'.repeat(32);

test('without settings the defaults apply, and other variables are ignored', () => {
  const config = readConfig({ PATH: '/bin', KITHTEST: '1', KITH_HOST: '', KITH_CITY_PORT: '  ' });
  assert.deepEqual([config.host, config.utilityPort, config.cityPort], ['127.0.0.1', 4020, 4021]);
  assert.deepEqual(config.roles, ['city', 'utility', 'worker']);
  assert.deepEqual(
    [config.databaseUrl, config.trustProxy, config.adminToken],
    [undefined, undefined, undefined],
  );
});

test('values are parsed by their type', () => {
  const config = readConfig({
    KITH_CITY_PORT: ' 0 ',
    KITH_UTILITY_PORT: '0',
    KITH_CITY_URL: 'https://city.example/',
    KITH_ROLES: 'worker, city,city',
    KITH_TRUST_PROXY: '10.0.0.0/8, ,127.0.0.1',
    KITH_SIGNING_KEY: Buffer.from(key, 'hex').toString('base64'),
    DATABASE_URL: 'postgresql://u:p@h/d',
  });
  assert.deepEqual([config.cityPort, config.utilityPort], [0, 0]);
  assert.equal(config.cityUrl, 'https://city.example');
  assert.deepEqual(config.roles, ['worker', 'city']);
  assert.deepEqual(config.trustProxy, ['10.0.0.0/8', '127.0.0.1']);
  assert.equal(config.signingKey?.toString('hex'), key);
});

test('every wrong value is one sentence that begins with its name and contains no secret', () => {
  const wrong: [string, string[]][] = [
    ['KITH_CITY_PORT', ['eighty', '-1', '65536', '80.5', '0x50 ?']],
    ['KITH_DATABASE_CONNECTIONS', ['0', '-1', '1.5', 'many']],
    ['KITH_CITY_URL', ['city.example', 'ftp://city.example', 'https://a.example/?q', 'https://u@a.example']],
    ['KITH_ROLES', ['mayor', 'city,mayor', ',']],
    ['KITH_LOG_LEVEL', ['loud', 'INFO']],
    ['DATABASE_URL', ['mysql://hunter2@db', 'hunter2']],
    ['KITH_SIGNING_KEY', ['hunter2', '11'.repeat(31), '11'.repeat(33)]],
    ['KITH_ADMIN_TOKEN', ['hunter2', 'many characters and some spaces between', 'é'.repeat(40)]],
    ['KITH_RPC_ETH', ['hunter2', ',', 'wss://hunter2', 'https://a.example,https://u:hunter2@b.example']],
    ['KITH_TYPO', ['hunter2']],
    ['KITH_', ['hunter2']],
  ];
  for (const [name, values] of wrong)
    for (const value of values)
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => {
          assert.ok(error instanceof BadSetting, `${name}=${value}`);
          assert.ok(error.message.startsWith(`${name} `), error.message);
          assert.doesNotMatch(error.message, /\n|hunter2/);
          return true;
        },
        `${name}=${value}`,
      );
});

test('contradicting settings stop the start', () => {
  assert.throws(() => readConfig({ DATABASE_URL: 'postgres://u:p@h/d' }), /KITH_SIGNING_KEY is required/);
  assert.throws(() => readConfig({ KITH_CITY_PORT: '4020' }), /both 4020/);
  const model = { KITH_LLM_PROVIDER: 'openai', KITH_LLM_MODEL: 'm-1' };
  assert.throws(() => readConfig(model), /KITH_LLM_KEY is required with KITH_LLM_PROVIDER=openai$/);
  assert.throws(() => readConfig({ KITH_LLM_KEY: 'k' }), /KITH_LLM_PROVIDER is required with KITH_LLM_KEY$/);
  assert.throws(() => readConfig({ KITH_LLM_PROVIDER: 'hal' }), BadSetting);
  assert.equal(readConfig({ ...model, KITH_LLM_KEY: 'k' }).llmModel, 'm-1');
});

test('the description shows every setting once and masks the secret ones', () => {
  const secrets = { DATABASE_URL: 'postgres://u:hunter2@h/d', KITH_SIGNING_KEY: key };
  const shown = describeConfig(secrets);
  assert.doesNotMatch(shown, /hunter2|1111/);
  for (const { env } of Object.values(settings)) {
    assert.equal(shown.match(new RegExp(`^${env}=`, 'gm'))?.length, 1, env);
    assert.ok(exampleEnv().includes(`\n#${env}=\n`), env);
  }
});
