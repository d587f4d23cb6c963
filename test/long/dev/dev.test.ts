import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { Payer } from '../../counterparts/solana/payer.ts';
import { runKith } from '../../harness/process.ts';

const root = path.join(import.meta.dirname, '../../..');

interface Up {
  readonly city_url: string;
  readonly utility_url: string;
  readonly webhook_url: string;
  readonly page_url: string;
  readonly solana_rpc_url: string;
  readonly payee: string;
  readonly now: string;
  readonly wallets: readonly { name: string; address: string; secret_key: string; usdc: number }[];
}

/** `kith dev --json` as a developer starts it, in a shell that also has settings of a real deployment. */
async function startDev(args: string[]): Promise<{ up: Up; said: () => string; stop(): Promise<unknown> }> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['bin/kith.mjs', 'dev', '--port', '0', '--json', ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        KITH_CITY_PORT: '0',
        KITH_UTILITY_PORT: '0',
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/real',
        KITH_PAYEE_WALLET: 'a real one',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      },
    },
  );
  const ended = once(child, 'exit');
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  const line = once(createInterface({ input: child.stdout! }), 'line');
  const first = await Promise.race([line, ended.then(() => undefined)]);
  if (!first) throw new Error(`kith dev ended: ${said}`);
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  return { up: JSON.parse(String(first[0])) as Up, said: () => said, stop };
}

const json = async <T>(url: string, init: RequestInit = {}) => (await fetch(url, init)).json() as Promise<T>;

test('kith dev: a day of data, a payment, a watch, a week in seconds, and a restart', async (t) => {
  const base = mkdtempSync(path.join(os.tmpdir(), 'kith-dev-test-'));
  const dir = path.join(base, 'dev');
  let dev = await startDev(['--dir', dir]);
  t.after(async () => {
    await dev.stop();
    rmSync(base, { recursive: true, force: true, maxRetries: 10 });
  });
  const clock = async (...args: string[]) => {
    const { code, stdout, stderr } = await runKith(['dev', 'clock', ...args, '--dir', dir, '--json'], {});
    return { code, stderr, said: code === 0 ? JSON.parse(stdout) : undefined };
  };
  assert.match(
    dev.said(),
    /Not used by kith dev: DATABASE_URL, KITH_PAYEE_WALLET, OTEL_EXPORTER_OTLP_ENDPOINT/,
  );

  await t.test('the city has a day of data', async () => {
    const { agents } = await json<{ agents: object[] }>(`${dev.up.city_url}/api/agents?limit=100`);
    assert.equal(agents.length, 12);
    assert.match(dev.said(), /Small-Tools shipped http:\/\/127\.0\.0\.1/);
  });

  const [wallet] = dev.up.wallets;
  assert.equal(wallet?.usdc, 100);
  await t.test('a printed wallet pays for a call with the official client', async () => {
    const signer = await createKeyPairSignerFromBytes(base58.decode(wallet?.secret_key ?? ''));
    assert.equal(signer.address, wallet?.address);
    const payer = new Payer(signer, dev.up.solana_rpc_url);
    const paid = await payer.fetch(`${dev.up.city_url}/api/x402/priority-register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'dev' },
      body: JSON.stringify({ screen_name: 'paying_1' }),
    });
    assert.equal(paid.status, 201, await paid.clone().text());
    assert.equal(((await paid.json()) as { screen_name: string }).screen_name, 'paying_1');
  });

  await t.test('a watch of a loopback page sends its change to the receiver, signed', async () => {
    const { api_key } = await json<{ api_key: string }>(`${dev.up.city_url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ screen_name: 'watcher_1' }),
    });
    const made = await fetch(`${dev.up.utility_url}/watch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
      body: JSON.stringify({ kind: 'page', target: dev.up.page_url, notify: `${dev.up.webhook_url}/mine` }),
    });
    assert.equal(made.status, 200, await made.text());
    await fetch(dev.up.page_url, { method: 'POST', body: 'Something quite different is written here now.' });
    const { code, stderr } = await clock('+3h');
    assert.equal(code, 0, stderr);
    const { webhooks } = await json<{ webhooks: { path: string; verified: boolean }[] }>(dev.up.webhook_url);
    assert.deepEqual(
      webhooks.map(({ path, verified }) => ({ path, verified })),
      [{ path: '/mine', verified: true }],
    );
    const forged = await fetch(dev.up.webhook_url, { method: 'POST', body: '{}' });
    assert.equal(forged.status, 401);
  });

  const week = await clock('+7d');
  await t.test('a week of salaries and auto-approvals passes in it', () => {
    assert.equal(week.code, 0, week.stderr);
    assert.deepEqual(week.said.unfinished, []);
    assert.equal(week.said.entries.salary, 7);
    assert.ok(week.said.entries.payout >= 1);
    const movedMs = Date.parse(week.said.now) - Date.parse(week.said.from);
    assert.ok(movedMs >= 7 * 86_400_000);
  });

  await t.test('only the owner of the directory moves the clock, and only forward', async () => {
    const url = new URL('/clock', dev.up.webhook_url);
    const asked = await fetch(url, { method: 'POST', body: JSON.stringify({ to: '+1d' }) });
    assert.equal(asked.status, 401);
    const back = await clock('2020-01-01');
    assert.equal(back.code, 1);
    assert.match(back.stderr, /only moves forward/);
  });

  await t.test('no production command opens the data directory of kith dev', async () => {
    for (const args of [['serve'], ['migrate'], ['admin', 'audit']]) {
      const { code, stderr } = await runKith(args, { KITH_DATA_DIR: dir });
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr, /is the data dir of kith dev/);
    }
  });

  await t.test('kith dev opens no other data directory', async () => {
    const other = path.join(base, 'real');
    mkdirSync(other);
    writeFileSync(path.join(other, 'signing-key'), 'x');
    const { code, stderr } = await runKith(['dev', '--dir', other], {});
    assert.equal(code, 1);
    assert.match(stderr, /are not from kith dev/);
  });

  await t.test('after a restart it continues with the same money, time and agents', async () => {
    assert.equal(await dev.stop(), 0);
    dev = await startDev(['--dir', dir]);
    assert.ok(dev.up.now >= week.said.now);
    assert.equal(dev.up.wallets[0]?.address, wallet?.address);
    assert.ok((dev.up.wallets[0]?.usdc ?? 100) < 100);
    assert.equal((await fetch(`${dev.up.city_url}/api/agents/paying_1`)).status, 200);
    assert.doesNotMatch(dev.said(), /Filling the city|the service was down/);
  });
});
