import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { before, test } from 'node:test';
import { serveHttp } from '../../../counterparts/servers.ts';
import { storyboard } from '../../../fixtures/video/storyboards.ts';
import { afterFile } from '../../../harness/after-file.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { newAlly } from './new-ally.ts';

// An app that accepts orders but does not render them.
const file = afterFile();
let app: TestApp;

const judged: string[] = [];
let isJudging = true;
let hatefulPage = '';

before(async () => {
  const pages = await serveHttp(file as never, (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<title>A page</title><article>${'<p>Immigrants are vermin, says this long text.</p>'.repeat(9)}</article>`,
      ),
  );
  hatefulPage = `http://127.0.0.1:${pages.port}/page`;
  // A moderation service that flags one word.
  const moderation = await serveHttp(file as never, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
    judged.push(...input);
    const results = input.map((text) => ({
      flagged: /zorbocide/.test(text),
      categories: { violence: /zorbocide/.test(text), hate: false },
    }));
    response.writeHead(isJudging ? 200 : 500).end(JSON.stringify({ results }));
  });
  app = await startApp(undefined, {
    env: {
      KITH_ROLES: 'city,utility',
      KITH_OUTBOUND_ALLOW: '127.0.0.0/8',
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_MODERATION_URL: `http://127.0.0.1:${moderation.port}/v1/moderations`,
      KITH_ENCYCLOPAEDIA_URL: 'http://127.0.0.1:9',
      KITH_WIKIDATA_URL: 'http://127.0.0.1:9',
      KITH_DATA_DIR: await freshDataDir(file),
    },
  });
  file.after(() => app.stop());
});

const order = { topic: 'How was Venice built?', preview: true };

test('a preview is free and uses up nothing; it renders with words, pictures and order changed', async () => {
  const [me, other] = [await newAlly(app.utility), await newAlly(app.utility)];
  const made = await app.utility.post('/video', order, me);
  assert.equal(made.status, 200, made.text);
  const { json: preview } = made;
  assert.deepEqual([preview.answers_topic, preview.price_usd], [true, '0.50']);
  assert.ok(preview.script.includes(preview.claim.sentence));
  assert.ok(preview.length_s > 20 && preview.length_s < 60, `${preview.length_s} s`);
  const scenes: { text: string; still: string }[] = preview.scenes;
  const at = (word: RegExp) => scenes.findIndex(({ text }) => word.test(text));
  const [planks, stone, walls] = [at(/planks/), at(/Istrian/), at(/brick/)];
  assert.ok(Math.min(planks, stone, walls) > 0, preview.script.join(' '));
  assertRefused(await app.utility.post('/video', { from: preview.preview_id }, other), 404, 'not_found');
  const outside = { from: preview.preview_id, edits: [{ scene: 23, drop: true }] };
  assertRefused(await app.utility.post('/video', outside, me), 400, 'invalid_field');
  const none = { from: preview.preview_id, edits: scenes.map((_, scene) => ({ scene, drop: true })) };
  assertRefused(await app.utility.post('/video', none, me), 400, 'invalid_field');
  const edits = [
    { scene: planks, drop: true },
    { scene: stone, text: 'Stone from Istria keeps the water out.', picture: 'castle' },
    { scene: walls, position: 1 },
  ];
  const { json: job } = await app.utility.post('/video', { from: preview.preview_id, edits }, me);
  const { json: video } = await app.utility.get(`/video/${job.job_id}`, me);
  const kept = scenes.map(({ text }) => text).filter((_, scene) => ![planks, walls].includes(scene));
  kept.splice(1, 0, scenes[walls]!.text);
  // The card with the sources is not spoken.
  assert.match(kept.pop() ?? '', /^Source: /);
  assert.deepEqual(
    video.script.join(' '),
    kept.join(' ').replace(scenes[stone]!.text, 'Stone from Istria keeps the water out.'),
  );
  const rows = await app.database.sql('SELECT storyboard FROM video_job WHERE id = $1', [job.job_id]);
  const beats = rows[0].storyboard.beats as {
    subject: string;
    narration: string;
    scene: { steps?: object[] };
  }[];
  assert.equal(beats.find(({ narration }) => /Istria/.test(narration))?.subject, 'castle');
  for (const { scene } of beats) assert.ok((scene.steps?.length ?? 2) >= 2, 'no chain of one step');
  // The free render is used now, and only now.
  const next = await app.utility.post('/video', { topic: 'Why is the sky blue?' }, me);
  assert.equal(next.headers['x-error-code'], 'payment_required');
});

test('a preview says what no source answers; a render of it must be asked for', async () => {
  const me = await newAlly(app.utility);
  const topic = 'When did zorbing begin in Examplia?';
  const { json: preview } = await app.utility.post('/video', { topic, preview: true }, me);
  assert.deepEqual([preview.answers_topic, preview.claim], [false, null]);
  const from = preview.preview_id;
  assertRefused(await app.utility.post('/video', { from }, me), 422, 'unanswered');
  const made = await app.utility.post('/video', { from, allow_unanswered: true }, me);
  assert.equal(made.status, 200, made.text);
});

test('the stills of a preview are drawn when they are fetched', async () => {
  const me = await newAlly(app.utility);
  const facts = ['Owls hunt at night.', 'They hear a mouse under snow.'];
  const { json: preview } = await app.utility.post('/video', { topic: 'Owls', facts, preview: true }, me);
  assert.ok(facts.every((fact) => preview.script.includes(fact)));
  for (const { still } of preview.scenes) {
    const answer = await fetch(still);
    assert.equal(answer.status, 200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.ok(bytes.length > 5_000 && bytes.readUInt16BE(0) === 0xffd8, 'a JPEG with something in it');
  }
  const missing = preview.scenes[0].still.replace('scene-0', 'scene-20');
  assert.equal((await fetch(missing)).status, 404);
});

test('a reader that leaves before a still is drawn is not an error', async () => {
  const me = await newAlly(app.utility);
  const { json: preview } = await app.utility.post('/video', { ...order, topic: 'Why is the sky blue?' }, me);
  await until(async () => {
    const reading = request(preview.scenes[0].still).on('error', () => {});
    await once(reading.end(), 'finish');
    reading.destroy();
    return app.logged().includes('the client left');
  });
  assert.doesNotMatch(app.logged(), /"level":50/);
});

test('a cancelled video ends at once, and gives back the free render', async () => {
  const [me, other] = [await newAlly(app.utility), await newAlly(app.utility)];
  const cancel = (id: string, who = me) => app.utility.call('DELETE', `/video/${id}`, who);
  const topic = 'Why is the sky blue?';
  const { json: first } = await app.utility.post('/video', { topic }, me);
  assertRefused(await cancel(first.job_id, other), 404, 'not_found');
  const cancelled = await cancel(first.job_id);
  assert.deepEqual(
    [cancelled.status, cancelled.json.status, cancelled.json.error],
    [200, 'failed', 'cancelled by its owner'],
  );
  assert.equal((await cancel(first.job_id)).json.finished_at, cancelled.json.finished_at);
  const { json: second } = await app.utility.post('/video', { topic }, me);
  assert.ok(second.job_id, 'the free render is there again');
  await app.database.sql("UPDATE video_job SET status = 'done' WHERE id = $1", [second.job_id]);
  assertRefused(await cancel(second.job_id), 409, 'finished');
});

test('one gate judges every field, by the built-in rules and by the service of the operator', async () => {
  const me = await newAlly(app.utility);
  const post = (body: object) => app.utility.post('/video', { topic: 'Owls', preview: true, ...body }, me);
  const { json: preview } = await post({});
  const from = { topic: undefined, preview: undefined, from: preview.preview_id };
  const told = (narration: string) => ({
    storyboard: { ...storyboard, beats: [{ ...storyboard.beats[0]!, narration }] },
  });
  for (const hateful of ['Immigrants are vermin.', 'We commit zorbocide.'])
    for (const body of [
      { script: hateful },
      { facts: ['Owls are birds.', hateful] },
      told(hateful),
      { ...from, edits: [{ scene: 1, text: hateful }] },
    ])
      assertRefused(await post(body), 422, 'topic_refused', JSON.stringify(body));
  assert.ok(
    judged.some((text) => text.includes('Owls are birds.')),
    'the service sees the facts',
  );
  const page = await post({ facts: [hatefulPage, 'Owls are birds of the night.'] });
  assert.equal(page.status, 200, page.text);
  assert.match(page.json.notes.join(), /was not used: topic is about a group of people in a hateful way/);
  assert.ok(!page.text.includes('vermin'));
  isJudging = false;
  assert.equal(
    (await post({ script: 'We commit zorbocide.' })).status,
    200,
    'a service that is down refuses nothing',
  );
  isJudging = true;
});
