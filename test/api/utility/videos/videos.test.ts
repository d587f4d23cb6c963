import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { noSolana } from '../../../counterparts/solana/binary.ts';
import {
  challengeOf,
  type PaymentSetup,
  receiptOf,
  startPaymentSetup,
} from '../../../fixtures/payments/payment-setup.ts';
import { storyboard } from '../../../fixtures/video/storyboards.ts';
import { afterFile } from '../../../harness/after-file.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { whenNotBusy } from '../../../harness/client.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { dump } from '../../../harness/dump.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { newAlly } from './new-ally.ts';

// An app that accepts orders but does not render them: only access to jobs is tested.
const file = afterFile();
let app: TestApp;
let setup: PaymentSetup | undefined;

before(async () => {
  if (!noSolana) setup = await startPaymentSetup(file);
  const dataDir = await freshDataDir(file);
  app = await startApp(undefined, {
    env: {
      ...setup?.env,
      KITH_ROLES: 'city,utility',
      KITH_OUTBOUND_ALLOW: '127.0.0.0/8',
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_LOG_LEVEL: 'trace',
      KITH_DATA_DIR: dataDir,
      // No weights: samples are spoken by the fallback voice.
      KITH_VOICE_DIR: path.join(dataDir, 'voices'),
    },
  });
  file.after(() => app.stop());
});

const jobs = async () => Number((await app.database.sql('SELECT count(*) AS n FROM video_job'))[0]!.n);

test('an invalid order is refused, and uses nothing up', async () => {
  const me = await newAlly(app.utility);
  assertRefused(await app.utility.post('/video', { topic: 'owls' }), 401, 'no_key');
  for (const topic of ['', '   ', 'x'.repeat(2_001), 7, null])
    assertRefused(
      await app.utility.post('/video', { topic }, me),
      400,
      'invalid_field',
      JSON.stringify(topic),
    );
  const wrong = await app.utility.post('/video', { topic: 'owls', voice: 'am_adam' }, me);
  assertRefused(wrong, 400, 'invalid_field');
  for (const voice of ['af_heart', 'af_bella', 'am_michael', 'bm_george'])
    assert.ok(wrong.text.includes(voice), wrong.text);
  const keyed = { ...storyboard, description: `Use ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}` };
  assertRefused(
    await app.utility.post('/video', { topic: 'owls', storyboard: keyed }, me),
    422,
    'credential',
  );
  const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
  const found = await app.utility.post('/video', { topic: `my token is ${secret}` }, me);
  assertRefused(found, 422, 'credential');
  assert.ok(!(await dump(app.database)).includes(secret));
  assert.equal(
    (
      await app.utility.post(
        '/video',
        { topic: 'x'.repeat(2_000), voice: 'bm_george', allow_unanswered: true },
        me,
      )
    ).status,
    200,
  );
});

test('of concurrent orders with one key one is free, the others must be paid; the job is private', async () => {
  const [me, other] = [await newAlly(app.utility), await newAlly(app.utility)];
  const before = await jobs();
  const order = () => whenNotBusy(() => app.utility.post('/video', { topic: 'owls' }, me));
  // More at once would be too many for a busy machine, which answers 503.
  const answers = [
    ...(await Promise.all(Array.from({ length: 20 }, order))),
    ...(await Promise.all(Array.from({ length: 20 }, order))),
  ];
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 1, answers.map(({ status }) => status).join());
  assert.equal((await jobs()) - before, 1);
  for (const answer of answers)
    if (answer.status !== 200) assert.equal(answer.headers['x-error-code'], 'payment_required');
  const { job_id, poll } = made[0]!.json;
  assert.equal(poll, `${app.utility.url}/video/${job_id}`);
  const { json } = await app.utility.get(`/video/${job_id}`, me);
  assert.deepEqual(
    [json.status, json.stage, json.progress, json.topic, json.voice, json.video, json.tags[0]],
    ['queued', 'voice', 0, 'owls', 'af_heart', null, 'owl'],
  );
  assertRefused(await app.utility.get(`/video/${job_id}`, other), 404, 'not_found');
  assertRefused(await app.utility.get(`/video/${job_id}`), 401, 'no_key');
  assertRefused(await app.utility.get(`/videos/${'A'.repeat(32)}/video.mp4`), 404, 'not_found');
});

test('a retry under the same key is the same job, and uses no second render', async () => {
  const me = await newAlly(app.utility);
  const options = { ...me, headers: { 'idempotency-key': 'once' } };
  const first = await app.utility.post('/video', { topic: 'owls' }, options);
  const again = await app.utility.post('/video', { topic: 'owls' }, options);
  assert.deepEqual(
    [again.status, again.headers['idempotency-replayed'], again.json],
    [200, 'true', first.json],
  );
  assertRefused(await app.utility.post('/video', { topic: 'bees' }, options), 422, 'idempotency_key_reused');
});

test('two payments for one order under one Idempotency-Key: one job, one charge, however late it settles', {
  skip: noSolana,
}, async (t) => {
  const me = await newAlly(app.utility);
  await app.utility.post('/video', { topic: 'owls' }, me);
  const challenge = challengeOf(await app.utility.post('/video', { topic: 'moths' }, me));
  const order = async () => {
    const headers = {
      'idempotency-key': 'moths-once',
      'payment-signature': await setup!.payer.sign(challenge),
    };
    return () => app.utility.post('/video', { topic: 'moths' }, { ...me, headers });
  };
  const [first, second] = [await order(), await order()];
  const [earned, had] = [await setup!.earned(), await jobs()];
  const settling = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  t.after(() => {
    setup!.facilitator.behaviour = {};
  });
  setup!.facilitator.behaviour = {
    before: async (path) => {
      if (path !== '/settle') return;
      settling.resolve();
      await proceed.promise;
    },
  };
  const paid = first();
  await settling.promise;
  assertRefused(await second(), 409, 'payment_in_use');
  proceed.resolve();
  const answer = await paid;
  assert.equal(answer.status, 200, answer.text);
  const again = await second();
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [200, 'true'], again.text);
  assert.deepEqual(again.json, answer.json);
  assert.equal((await setup!.earned()) - earned, 500_000n, 'charged once');
  assert.equal((await jobs()) - had, 1, 'one job');
});

test('a second render is paid first, once, and a retry of the paid call is the same job', {
  skip: noSolana,
}, async () => {
  const me = await newAlly(app.utility);
  await app.utility.post('/video', { topic: 'owls' }, me);
  const challenge = challengeOf(await app.utility.post('/video', { topic: 'bees' }, me));
  assert.equal(challenge.accepts[0]?.amount, '500000');
  assert.equal(challenge.accepts[0]?.extra?.paymentFlow, 'upfront');
  const payment = await setup!.payer.sign(challenge);
  const paid = { ...me, headers: { 'payment-signature': payment } };
  const [earned, had] = [await setup!.earned(), await jobs()];
  const answer = await app.utility.post('/video', { topic: 'bees' }, paid);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(receiptOf(answer).success, true);
  assert.equal((await setup!.earned()) - earned, 500_000n);
  const again = await app.utility.post('/video', { topic: 'bees' }, paid);
  assert.ok([200, 402].includes(again.status), again.text);
  if (again.status === 200) assert.deepEqual(again.json, answer.json);
  assert.equal((await setup!.earned()) - earned, 500_000n);
  assert.equal((await jobs()) - had, 1);
  const { json } = await app.utility.get('/.well-known/x402');
  const listed = json.resources.find(
    (each: { resource: string }) => each.resource === `${app.utility.url}/video`,
  );
  assert.deepEqual([listed?.method, listed?.price_usd], ['POST', 0.5]);
  const document = (await app.utility.get('/openapi.json')).json;
  assert.equal(document.paths['/video'].post['x-payment-info'].price.amount, '0.50');
});

test('a failed job says why, and returns the free render', async (t) => {
  const dataDir = await freshDataDir(t);
  // A file takes the place of the render directory, so no attempt can begin.
  await writeFile(path.join(dataDir, 'videos'), '');
  const working = await startApp(t, {
    env: {
      KITH_DATA_DIR: dataDir,
      KITH_VIDEO_RENDERS: '1',
      KITH_ENCYCLOPAEDIA_URL: 'http://127.0.0.1:9',
    },
  });
  const { json: ally } = await working.utility.post('/ally/register', { agent: 'unlucky' });
  const order = () => working.utility.post('/video', { topic: 'owls' }, { ally: ally.key });
  const { json } = await order();
  assert.equal((await order()).status, 402);
  const readJob = async () => (await working.utility.get(`/video/${json.job_id}`, { ally: ally.key })).json;
  const job = await until(async () => {
    const now = await readJob();
    assert.notEqual(now.status, 'done');
    return now.status === 'failed' && now;
  });
  assert.match(job.error, /^the video could not be rendered: /);
  assert.ok(!job.error.includes(dataDir), job.error);
  assert.ok(job.finished_at && job.video === null);
  assert.equal((await order()).status, 200, 'the free render was given back');
});

test('a voice preview is served whole or as a range, and cached per visitor', async () => {
  const path = '/voices/bm_george/sample.wav';
  const ask = (headers: Record<string, string> = {}) => fetch(app.utility.url + path, { headers });
  const [whole, again] = await Promise.all([ask(), ask()]);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers.get('content-type'), 'audio/wav');
  assert.equal(whole.headers.get('x-voice-engine'), 'flite', 'nothing is downloaded for a sample');
  const wav = Buffer.from(await whole.arrayBuffer());
  assert.ok(wav.equals(Buffer.from(await again.arrayBuffer())));
  assert.equal(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12), 'RIFFWAVE');
  const seconds = (wav.length - 44) / 2 / wav.readUInt32LE(24);
  assert.ok(seconds > 2 && seconds < 12, `${seconds} s`);
  const loudest = Math.max(...Array.from({ length: 5_000 }, (_, at) => wav.readInt16LE(20_000 + at * 2)));
  assert.ok(loudest > 1_000, 'the audio is not silent');
  const etag = whole.headers.get('etag') ?? '';
  assert.equal((await ask({ 'if-none-match': etag })).status, 304);
  const part = await ask({ range: 'bytes=4-11' });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 4-11/${wav.length}`);
  assert.ok(Buffer.from(await part.arrayBuffer()).equals(wav.subarray(4, 12)));
  assertRefused(
    await app.utility.get(path, { headers: { range: `bytes=${wav.length}-` } }),
    416,
    'range_not_satisfiable',
  );
  assertRefused(await app.utility.get('/voices/af_nobody/sample.wav'), 404, 'not_found');
});
