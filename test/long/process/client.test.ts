import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { City } from '../../../packages/sdk/src/index.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { runKith } from '../../harness/process.ts';

const root = path.join(import.meta.dirname, '../../..');
let app: TestApp;
let home: string;
let env: Record<string, string>;
before(async () => {
  app = await startApp(undefined, { env: { KITH_ROLES: 'city,utility' } });
  home = mkdtempSync(path.join(tmpdir(), 'kith-home-'));
  env = { HOME: home, KITH_CITY_URL: app.kith.urls.city, KITH_BASE_URL: app.kith.urls.utility };
});
after(async () => {
  await app.stop();
  rmSync(home, { recursive: true, force: true });
});

/** A command as a user runs it, without our environment. */
const kith = (args: string[], more: Record<string, string> = {}) => runKith(args, { ...env, ...more });

test('a key is created once, readable by its owner only, and never printed', async () => {
  const made = await kith(['register', 'ada', '--json']);
  assert.equal(made.code, 0, made.stderr);
  const { key_file, recovery_code } = JSON.parse(made.stdout);
  assert.equal(statSync(key_file).mode & 0o777, 0o600);
  const { api_key } = JSON.parse(readFileSync(key_file, 'utf8'));
  assert.match(api_key, /^kith_sk_/);
  assert.match(recovery_code, /^kith_rc_/);
  assert.ok(!made.stdout.includes(api_key) && !made.stderr.includes(api_key));

  const again = await kith(['register', 'ADA']);
  assert.deepEqual([again.code, JSON.parse(readFileSync(key_file, 'utf8')).api_key], [3, api_key]);
  assert.match(again.stderr, /the key of ADA is already in .*key\.json\n +Use it: kith me --as ADA/);
  const named = await kith(['register', 'other'], { KITH_KEY_FILE: key_file });
  assert.deepEqual([named.code, JSON.parse(readFileSync(key_file, 'utf8')).api_key], [3, api_key]);
  assert.match(named.stderr, /already contains a key/);
  // A refused registration leaves no empty file behind.
  const second = path.join(home, 'second.json');
  assert.equal((await kith(['register', 'ada'], { KITH_KEY_FILE: second })).code, 4);
  assert.ok(!existsSync(second) && !existsSync(`${second}.pending`));
});

test('a registration whose response was lost is returned again on retry', async (t) => {
  // The city registers the agent, and the response is lost.
  const { port } = await serveHttp(t, async (request, response) => {
    const body = await new Response(Readable.toWeb(request) as never).text();
    await fetch(app.kith.urls.city + request.url, {
      method: 'POST',
      headers: request.headers as never,
      body,
    });
    if (isDown) return void request.socket.destroy();
    const { 'idempotency-key': key = '' } = request.headers;
    const headers = { 'content-type': 'application/json', 'idempotency-key': String(key) };
    const again = await fetch(app.kith.urls.city + request.url, { method: 'POST', headers, body });
    response.writeHead(again.status, { 'content-type': 'application/json' });
    response.end(await again.text());
  });
  let isDown = true;
  const file = path.join(home, 'lost.json');
  const at = { KITH_KEY_FILE: file, KITH_CITY_URL: `http://127.0.0.1:${port}` };
  assert.equal((await kith(['register', 'lost_one'], at)).code, 5);
  assert.ok(!existsSync(file));
  isDown = false;
  const found = await kith(['register', 'lost_one'], at);
  assert.equal(found.code, 0, found.stderr);
  const { api_key: key } = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal((await new City({ url: app.kith.urls.city, key }).me()).screen_name, 'lost_one');
  assert.ok(!existsSync(`${file}.pending`));
});

test('other agents’ text cannot control the terminal; Ctrl-C ends a follower with 130', async () => {
  const { api_key: key } = await new City({ url: app.kith.urls.city }).register({ screen_name: 'mallory' });
  const mallory = new City({ url: app.kith.urls.city, key });
  await mallory.rooms.join('lobby');
  await mallory.rooms.say('lobby', { body: 'look \u001b]0;owned\u0007 \u202eback\nline two' });
  const followed = await kith(['follow', 'lobby', '--since', '0', '--count', '1']);
  assert.match(followed.stdout, /mallory: look \\u001b\]0;owned\\u0007 \\u202eback ⏎ line two\n$/);

  const follower = follow(['follow', 'lobby', '--json']);
  await mallory.rooms.say('lobby', { body: 'still there' });
  await untilHeard(follower, mallory);
  const ended = once(follower, 'exit');
  follower.kill('SIGINT');
  assert.deepEqual(await ended, [130, null]);
});

function follow(args: string[]): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return spawn(process.execPath, [path.join(root, 'bin/kith.mjs'), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** When it starts listening is not visible from outside; so messages are sent until it prints something. */
async function untilHeard(follower: ChildProcess, speaker: City): Promise<void> {
  const followed = once(follower.stdout!, 'data').then(() => 'heard' as const);
  const pause = () => new Promise<'not yet'>((resolve) => setTimeout(resolve, 250, 'not yet'));
  while ((await Promise.race([followed, pause()])) !== 'heard')
    await speaker.rooms.say('lobby', { body: 'hello?' });
}

test('a command whose reader has gone ends quietly', async () => {
  for (const args of [['help'], ['call'], ['call', '--json']]) {
    const child = spawn(process.execPath, [path.join(root, 'bin/kith.mjs'), ...args], {
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Closed before the command can have written anything.
    child.stdout.destroy();
    const [said, [code, signal]] = await Promise.all([
      new Response(Readable.toWeb(child.stderr) as never).text(),
      once(child, 'exit'),
    ]);
    assert.deepEqual([code, signal, said], [0, null, ''], args.join(' '));
  }
});

test('call sends a file unchanged, byte by byte', async () => {
  const { api_key: key } = await new City({ url: app.kith.urls.city }).register({ screen_name: 'painter' });
  const png = createCanvas(3, 2).toBuffer('image/png');
  const file = path.join(home, 'dot.png');
  writeFileSync(file, png);
  const sent = await kith(['call', 'files.upload', `body=@${file}`, '--json'], { KITH_KEY: key });
  assert.equal(sent.code, 0, sent.stderr);
  const { url } = JSON.parse(sent.stdout) as { url: string };
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), png);
  const text = await kith(['call', 'files.upload', 'body=text'], { KITH_KEY: key });
  assert.deepEqual([text.code, /body=@FILE/.test(text.stderr)], [2, true]);
});

test('an unreachable service, and one that is not kith, are distinguished from a refusal', async (t) => {
  const gone = await kith(['jobs', '--city', 'http://127.0.0.1:1'], { KITH_KEY: 'none' });
  assert.equal(gone.code, 5, gone.stderr);
  const { port } = await serveHttp(t, (_request, response) => void response.end('<html>'));
  const other = await kith(['jobs', '--city', `http://127.0.0.1:${port}`, '--json'], { KITH_KEY: 'none' });
  assert.deepEqual([other.code, JSON.parse(other.stderr).code], [1, 'bad_answer']);
  const badKey = await kith(['me', '--json'], { KITH_KEY: 'kith_sk_made_up' });
  assert.deepEqual([badKey.code, JSON.parse(badKey.stderr).status], [3, 401]);
});

test('a failed video says why, an unpaid one says so, and neither leaves a file', async () => {
  const { api_key: key } = await new City({ url: app.kith.urls.city }).register({ screen_name: 'viewer' });
  const out = path.join(home, 'tides.mp4');
  const watching = kith(['video', 'How tides work', '--out', out, '--idempotency-key', 'tides'], {
    KITH_KEY: key,
  });
  // No worker runs here (KITH_ROLES), so it waits until it is told that it failed.
  const failed = "UPDATE video_job SET status = 'failed', error = 'the disk is full' RETURNING id";
  while ((await app.database.sql(failed)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const ended = await watching;
  assert.equal(ended.code, 1, ended.stderr);
  assert.match(ended.stderr, /^kith: the disk is full\n +Details: kith call videos\.get id=vid_\S+$/m);
  const unpaid = await kith(['video', 'Why is the sky blue', '--out', out, '--json'], { KITH_KEY: key });
  assert.deepEqual([unpaid.code, JSON.parse(unpaid.stderr).code], [6, 'payment_required']);
  assert.ok(!existsSync(out) && !existsSync(`${out}.part`));
});

test('a wrong command is corrected in one line', async () => {
  for (const [args, code, said] of [
    [
      ['hlep'],
      2,
      /^kith: there is no command "hlep"; did you mean help\?\n +kith help lists the commands\.\n$/,
    ],
    [['me', '--nope'], 2, /^kith: Unknown option '--nope'\n +Example: kith me\n$/],
    [
      ['verify-ledger', 'http://127.0.0.1:1'],
      5,
      /^kith: http:\/\/127\.0\.0\.1:1\/\S+ cannot be reached: .+\n$/,
    ],
    [
      ['verify-ledger', app.kith.urls.utility],
      5,
      /^kith: .* has no ledger: is this the address of a city or of its tiles\?\n$/,
    ],
    [['verify-ledger', path.join(home, 'none')], 5, /^kith: .*none cannot be read: ENOENT.*\n$/],
  ] as const) {
    const ended = await kith([...args]);
    assert.equal(ended.code, code, args.join(' '));
    assert.match(ended.stderr, said);
  }
  for (const args of [['--help'], []]) {
    const { code, stdout } = await kith(args);
    assert.deepEqual([code, stdout.startsWith('usage: kith <command>')], [0, true], args.join(' '));
  }
  // Every listed command has its own help.
  const { stdout: list } = await kith(['help']);
  const named = new Set([...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name));
  assert.ok(named.has('serve') && named.has('call') && named.size > 35, [...named].join(' '));
  for (const name of named) {
    const { code, stdout } = await kith(['help', name]);
    assert.deepEqual([code, stdout.startsWith(`usage: kith ${name}`)], [0, true], stdout);
  }
  assert.equal((await kith(['nothing', '--help'])).code, 2);
  assert.match((await kith(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  const voices = await kith(['voices', '--json'], { KITH_VOICE_DIR: path.join(home, 'voices') });
  const { ok, files } = JSON.parse(voices.stdout);
  assert.deepEqual([voices.code, ok, files[0].there], [1, false, false]);
});

test('doctor succeeds where a server can start without internet, unless it is strict', async () => {
  const env = {
    KITH_DATA_DIR: path.join(home, 'offline'),
    KITH_DNS_SERVERS: '127.0.0.1:1',
    KITH_BROWSER: 'off',
  };
  const offline = await kith(['doctor', '--json'], env);
  const { ok, can_serve, findings } = JSON.parse(offline.stdout);
  assert.deepEqual([offline.code, can_serve, ok], [0, true, false], offline.stdout);
  for (const { what, state, advice } of findings) if (state === 'bad') assert.ok(advice, what);
  const strict = await kith(['doctor', '--strict'], env);
  assert.equal(strict.code, 1);
  assert.match(strict.stdout, /\nkith can serve\. What does not work: DNS, internet\.\n$/);
});

test('doctor finds what works and what does not, and sets its exit code', async (t) => {
  // Another program listens on the city's port; the utility API responds on its own.
  const { port } = await serveHttp(t, (_request, response) => void response.end('hello'));
  const doctorRun = await kith(['doctor', '--json'], {
    KITH_DATA_DIR: path.join(home, 'data'),
    DATABASE_URL: app.database.url,
    KITH_SIGNING_KEY: '11'.repeat(32),
    KITH_DNS_SERVERS: '127.0.0.1:1',
    KITH_KEY: 'a key of the client does not disturb a server',
    KITH_CITY_PORT: String(port),
    KITH_UTILITY_PORT: new URL(app.kith.urls.utility).port,
    KITH_VOICE_DIR: path.join(home, 'no-voices'),
    KITH_BROWSER: 'off',
  });
  assert.equal(doctorRun.code, 1);
  const { ok, findings } = JSON.parse(doctorRun.stdout) as {
    ok: boolean;
    findings: { what: string; state: string; found: string }[];
  };
  const states = Object.fromEntries(findings.map(({ what, state }) => [what, state]));
  const details = Object.fromEntries(findings.map(({ what, found }) => [what, found]));
  assert.deepEqual(
    [states.ports, states.voices, states.ffmpeg, states.npm, states.browser],
    ['bad', 'off', 'ok', 'ok', 'off'],
  );
  assert.match(details.ports!, /^city \d+ in use by another program, utility API \d+ serving kith$/);
  assert.match(details.voices!, /the runtime \(onnxruntime\) and the weights kokoro/);
  assert.equal(ok, false);
  assert.deepEqual(
    [
      states.settings,
      states.database,
      states.disk,
      states.files,
      states.DNS,
      states.internet,
      states.payments,
      states.model,
    ],
    ['ok', 'ok', 'ok', 'ok', 'bad', 'bad', 'off', 'off'],
  );
  const wrong = await kith(['doctor'], {
    KITH_NOT_A_SETTING: '1',
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /^BAD {2}settings +KITH_NOT_A_SETTING is not a setting of kith/m);
  const gone = await kith(['doctor'], {
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    KITH_SIGNING_KEY: '11'.repeat(32),
    KITH_DNS_SERVERS: '127.0.0.1:1',
    KITH_DATA_DIR: path.join(home, 'data'),
    KITH_VIDEO_FFMPEG: path.join(home, 'no-ffmpeg'),
  });
  assert.match(gone.stdout, /^BAD {2}ffmpeg +videos cannot be rendered: .*no-ffmpeg/m);
  assert.match(gone.stdout, /^BAD {2}database +the operator's own: cannot be reached/m);
});
