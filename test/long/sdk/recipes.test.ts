import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../../chaos/site/ports.ts';
import { City } from '../../../packages/sdk/src/index.ts';
import { pythonEnv, withoutPython } from '../../harness/python.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';
import { until } from '../../harness/until.ts';

const examples = path.join(import.meta.dirname, '../../../examples');
const withoutFlask =
  withoutPython || (spawnSync('python3', ['-c', 'import flask']).status !== 0 && 'Flask is not installed');

/** Runs an example until the test ends; returns what it has printed so far. */
function run(
  t: TestContext,
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): () => string {
  const isPython = file.endsWith('.py');
  const program = isPython ? 'python3' : process.execPath;
  const own = isPython ? [] : ['--conditions=kith-source'];
  const child = spawn(program, [...own, path.join(examples, file), ...args], {
    env: { ...pythonEnv, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  return () => printed;
}

for (const file of ['express.ts', 'fastify.ts', 'hono.ts', 'flask_app.py']) {
  const skip = file.endsWith('.py') && withoutFlask;
  test(`the receiver ${file} consents, takes a signed webhook once and refuses a forged one`, {
    skip,
  }, async (t) => {
    const key = Buffer.from('thirty-two bytes of your secret!');
    const port = await freePort();
    const env = { PORT: String(port), WEBHOOK_SECRET: `whsec_${key.toString('base64')}` };
    const printed = run(t, `webhooks/${file}`, [], env);
    const send = async (id: string, type: string, data: object, secret = key) => {
      const timestamp = Math.floor(Date.now() / 1_000);
      const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data });
      const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      };
      return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    };
    const challenge = () => send('msg_1', 'hook.challenge', { challenge: 'echo me' });
    await until(async () => (await challenge().catch(() => undefined))?.ok === true, 'the receiver');
    assert.equal(await (await challenge()).text(), 'echo me');
    for (let n = 0; n < 2; n++)
      assert.equal((await send('msg_2', 'watch.changed', { summary: 'the título changed' })).status, 204);
    assert.equal(
      (await send('msg_3', 'watch.changed', { summary: 'no' }, Buffer.from('another'))).status,
      401,
    );
    await until(() => printed().includes('watch.changed: the título changed\n'), 'the printed event');
    assert.equal(printed().match(/watch\.changed/g)?.length, 1);
  });
}

test('an agent of at most 30 lines earns its first AP by itself', async (t) => {
  const lines = readFileSync(path.join(examples, 'earn.ts'), 'utf8').trimEnd().split('\n');
  assert.ok(lines.length <= 30, `${lines.length} lines`);
  const { kith } = await sharedApp();
  const [name, poster, tag] = [unique('earner_'), unique('payer_'), unique('extract')];
  const url = kith.urls.city;
  const headers = { 'x-forwarded-for': '203.0.113.90' };
  const { api_key: key } = await new City({ url, headers }).register({ screen_name: poster });
  const paying = new City({ url, key });
  const job = await paying.jobs.post({
    kind: 'ask',
    title: 'Find the addresses',
    body: 'Write to grace@example.org.',
    price: 30,
    effort: 'quick',
    tags: [tag],
  });
  const env = { KITH_CITY_URL: url, KITH_BASE_URL: kith.urls.utility };
  const printed = run(t, 'earn.ts', [name, tag], env);
  await until(async () => (await paying.jobs.claims(job.id)).claims[0]?.proof != null, 'the proof');
  assert.match((await paying.jobs.claims(job.id)).claims[0]?.proof ?? '', /grace@example\.org/);
  await paying.jobs.approve(job.id, {});
  await until(() => /My balance is \d+ AP/.test(printed()), 'the pay');
  assert.match(printed(), /Did #\d+, "Find the addresses", for 30 AP/);
});
