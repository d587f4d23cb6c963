import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { faultsOf, verify } from '../../../../tools/verify-video.ts';
import { WikiCounterpart } from '../../../counterparts/mediawiki.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { Receiver, verified } from '../../../fixtures/utility/watches/receiver.ts';
import { afterFile } from '../../../harness/after-file.ts';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { until } from '../../../harness/until.ts';

// Videos that are really rendered, short and without a voice, from pages, images and an encyclopaedia on loopback.
const file = afterFile();
let app: TestApp;
let hooks: Receiver;
let site: string;
const fetched: string[] = [];

const page = `<!doctype html><html><head><title>The Testmere ferry</title></head><body><article><h1>The Testmere ferry</h1>
<p>The Testmere ferry crosses the lake nine times a day. The ferry was built in 1931 in the yard of Samplehaven.</p>
<p>The ferry carries 240 people and twelve carts. In winter the ferry breaks the ice with a bow of steel.</p></article></body></html>`;

function picture(colour: string): Buffer {
  const canvas = createCanvas(400, 300);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 400, 300);
  return canvas.toBuffer('image/png');
}

before(async () => {
  const { port } = await serveHttp(file as never, (request, response) => {
    fetched.push(request.url ?? '');
    if (request.url?.endsWith('.png'))
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture('#c03'));
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  site = `http://127.0.0.1:${port}`;
  const wiki = new WikiCounterpart([
    {
      title: 'Lake Testmere',
      paragraphs: [
        'Lake Testmere is a glacial lake in the north of Examplia. It is 41 kilometres long and up to 310 metres deep.',
        'The lake was formed about 14,000 years ago, when the ice of the Testmere glacier melted and left a basin.',
      ],
      photo: {
        name: 'Testmere.png',
        info: {
          url: `${site}/testmere-large.png`,
          thumburl: `${site}/testmere.png`,
          descriptionurl: `${site}/File:Testmere.png`,
          mime: 'image/png',
          extmetadata: {
            LicenseShortName: { value: 'CC BY-SA 4.0', source: 'commons-desc-page' },
            Artist: { value: '<a href="//x.test/u">Ada Fictional</a>', source: 'commons-desc-page' },
          },
        },
      },
    },
  ]);
  const { port: wikiPort } = await serveHttp(file as never, wiki.handle);
  hooks = await Receiver.start(file as never);
  app = await startApp(undefined, {
    env: {
      KITH_OUTBOUND_ALLOW: '127.0.0.0/8',
      KITH_ENCYCLOPAEDIA_URL: `http://127.0.0.1:${wikiPort}`,
      KITH_WIKIDATA_URL: `http://127.0.0.1:${wikiPort}`,
      KITH_VIDEO_RENDERS: '1',
      KITH_DATA_DIR: await freshDataDir(file),
    },
  });
  file.after(() => app.stop());
});

async function newAlly(agent: string) {
  const { json } = await app.utility.post('/ally/register', { agent });
  return { ally: json.key as string };
}

const finished = (id: string, me: { ally: string }) =>
  until(async () => {
    const { json } = await app.utility.get(`/video/${id}`, me);
    return (json.status === 'done' || json.status === 'failed') && json;
  });

/** Properties of a job's finished file, from decoding it. */
async function decoded(t: TestContext, video: string) {
  const file = path.join(await freshDataDir(t), 'video.mp4');
  await writeFile(file, Buffer.from(await (await fetch(video)).arrayBuffer()));
  return verify(file);
}

test('a square video without a voice uses facts from a page, images and a webhook', async (t) => {
  const me = await newAlly('square');
  const order = {
    topic: 'How many people does the Testmere ferry carry?',
    facts: [`${site}/ferry`],
    images: [`${site}/a.png`, `${site}/b.png`],
    notify: `http://127.0.0.1:${hooks.port}/square`,
    narration: false,
    format: '1:1',
    length_s: 15,
  };
  const made = await app.utility.post('/video', order, me);
  assert.equal(made.status, 200, made.text);
  const job = await finished(made.json.job_id, me);
  assert.deepEqual(
    [job.status, job.error, job.script_by, job.answers_topic, job.voice_engine, job.format],
    ['done', null, 'facts', null, 'none', '1:1'],
    'told, but not surely enough to be claimed',
  );
  assert.match(job.script.join(' '), /240 people/);
  assert.deepEqual(job.sources[0], { title: 'The Testmere ferry', url: `${site}/ferry`, licence: null });
  assert.ok(fetched.includes('/a.png') && fetched.includes('/b.png'));
  assert.deepEqual(faultsOf(await decoded(t, job.video), job.duration_s, '1:1'), []);
  const [got] = await until(() => hooks.on('/square').length > 0 && hooks.on('/square'));
  assert.ok(got);
  const event = verified(made.json.secret, got) as { type: string; data: { job_id: string; video: string } };
  assert.deepEqual([event.type, event.data.job_id, event.data.video], ['video.done', job.job_id, job.video]);
  const again = await app.utility.post('/video', order, me);
  assert.equal(again.json.job_id, job.job_id, 'an identical request returns the finished video');
});

test('a photograph of the encyclopaedia is shown with author and licence, in a wide video', async (t) => {
  const me = await newAlly('wide');
  const topic = 'How deep is Lake Testmere?';
  const made = await app.utility.post(
    '/video',
    { topic, narration: false, format: '16:9', length_s: 15 },
    me,
  );
  const job = await finished(made.json.job_id, me);
  assert.deepEqual([job.status, job.script_by, job.answers_topic], ['done', 'encyclopaedia', null]);
  assert.deepEqual(job.sources.at(-1), {
    title: 'Photograph for “Lake Testmere” by Ada Fictional',
    url: `${site}/File:Testmere.png`,
    licence: 'CC BY-SA 4.0',
  });
  assert.match(job.description, /by Ada Fictional, CC BY-SA 4\.0/);
  assert.ok(fetched.includes('/testmere.png'));
  assert.deepEqual(faultsOf(await decoded(t, job.video), job.duration_s, '16:9'), []);
});

test('a free video that does not answer its topic says so and does not use up the free render', async (t) => {
  const me = await newAlly('unanswered');
  const order = { topic: 'When did zorbing begin in Ruritania?', narration: false, allow_unanswered: true };
  const made = await app.utility.post('/video', order, me);
  const job = await finished(made.json.job_id, me);
  assert.deepEqual([job.status, job.script_by, job.answers_topic], ['done', 'none', false]);
  assert.match(job.script.join(' '), /None of our sources answers this/);
  const upright = await decoded(t, job.video);
  assert.deepEqual(faultsOf(upright, job.duration_s), []);
  const next = await app.utility.post('/video', { topic: 'Why is the sky blue?', narration: false }, me);
  assert.equal(next.status, 200, 'the free render is still there');
  const third = await app.utility.post('/video', { topic: 'Owls' }, me);
  assert.equal(third.headers['x-error-code'], 'payment_required');
});
