import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { until } from '../../../harness/until.ts';
import { boundary, form, images, sha256, startUploadApp, type UploadApp } from './upload-app.ts';

const maxBytes = 5_000_000;
let uploads: UploadApp;
const cleaning: (() => Promise<unknown>)[] = [];
const later = { after: (clean: () => Promise<unknown>) => void cleaning.unshift(clean) };

before(async () => {
  uploads = await startUploadApp(later, await freshDataDir(later as never));
});
after(async () => {
  for (const clean of cleaning) await clean();
});

const formType = `multipart/form-data; boundary=${boundary}`;
const text = (bytes: number) => Buffer.alloc(bytes, 'a line of a text\n');

test('5 MB is accepted, one byte more is refused and nothing is kept', async () => {
  for (const [i, send] of [
    (bytes: Buffer) => uploads.raw(bytes, 'text/plain'),
    (bytes: Buffer) => uploads.asForm([{ filename: 'a.md', bytes }]),
  ].entries()) {
    const taken = await send(text(maxBytes));
    assert.deepEqual([taken.status, taken.json.bytes], [201, maxBytes]);
    const before = await uploads.kept();
    assertRefused(await send(text(maxBytes + 1)), 413, 'too_large', `way ${i}`);
    const image = Buffer.concat([images.png!, Buffer.alloc(maxBytes)]);
    assertRefused(await send(image), 413, 'too_large', `image, upload method ${i}`);
    assert.deepEqual(await uploads.kept(), before);
  }
});

test('a body without a length is counted as it arrives, and its sender gets the refusal', async () => {
  const before = await uploads.kept();
  const upload = httpRequest(`${uploads.app.city.url}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${uploads.key}`, 'content-type': 'text/plain' },
  });
  const answered = once(upload, 'response');
  for (let sent = 0; sent < 12; sent++) upload.write(text(1_000_000));
  upload.end();
  const [response] = await answered;
  assert.equal(response.statusCode, 413);
  assert.equal(response.headers['x-error-code'], 'too_large');
  response.resume();
  await once(response, 'end');
  assert.deepEqual(await uploads.kept(), before);
});

/** Sends the start of a request; the result cuts the connection. */
async function begin(head: string[], beginning: Buffer, half: boolean): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(uploads.app.city.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = [
    'POST /api/upload HTTP/1.1',
    `host: ${hostname}`,
    `authorization: Bearer ${await uploads.newKey()}`,
  ];
  socket.write(`${[...lines, ...head].join('\r\n')}\r\n\r\n`);
  socket.write(beginning);
  socket.on('error', () => {});
  return async () => {
    if (half) socket.end();
    else socket.resetAndDestroy();
    socket.resume();
    await once(socket, 'close');
  };
}

test('an interrupted upload leaves nothing behind: no blob, no row, no partial file', async () => {
  const before = await uploads.kept();
  const image = Buffer.concat([images.png!, Buffer.alloc(400_000)]);
  const whole = form([{ filename: 'a.png', bytes: image }]);
  const chunk = Buffer.concat([Buffer.from(`${image.length.toString(16)}\r\n`), image, Buffer.from('\r\n')]);
  for (const half of [true, false]) {
    const cuts = await Promise.all([
      begin([`content-length: ${image.length * 2}`, 'content-type: image/png'], image, half),
      begin([`content-length: ${maxBytes}`, 'content-type: text/plain'], text(100_000), half),
      begin(
        [`content-length: ${whole.length}`, `content-type: ${formType}`],
        whole.subarray(0, 200_000),
        half,
      ),
      begin([`content-length: ${whole.length}`, `content-type: ${formType}`], whole.subarray(0, 30), half),
      begin([`content-length: ${whole.length}`, `content-type: ${formType}`], whole.subarray(0, -4), half),
      begin(['transfer-encoding: chunked', 'content-type: image/png'], chunk, half),
    ]);
    await until(async () => (await uploads.kept()).partial > 0, 'a file that is being stored');
    await Promise.all(cuts.map((cut) => cut()));
  }
  await until(async () => (await uploads.kept()).partial === 0, 'partial files to be removed');
  assert.deepEqual(await uploads.kept(), before);
  assert.equal((await uploads.app.city.get('/readyz')).status, 200);
});

test('a broken form, or one without exactly one file, is 400 with the reason', async () => {
  const before = await uploads.kept();
  const file = { filename: 'a.txt', bytes: 'hello' };
  const forms: [string, Buffer | string, string, RegExp][] = [
    ['two files', form([file, { ...file, name: 'other' }]), formType, /more than one/],
    ['a field before', form([{ name: 'note', bytes: 'x' }, file]), formType, /not a file/],
    ['a field behind', form([file, { name: 'note', bytes: 'x' }]), formType, /not a file/],
    ['three parts', form([file, file, file]), formType, /more than one/],
    ['no file', form([]), formType, /./],
    ['a field alone', form([{ bytes: 'hello' }]), formType, /not a file/],
    ['no boundary named', form([file]), 'multipart/form-data', /boundary/i],
    ['another boundary', form([file]), 'multipart/form-data; boundary=other', /./],
    ['no form at all', 'hello', formType, /./],
    ['another multipart', form([file]), `multipart/mixed; boundary=${boundary}`, /./],
  ];
  for (const [what, bytes, type, why] of forms) {
    const answer = await uploads.raw(bytes, type);
    assertRefused(answer, 400, 'bad_form', what);
    assert.match(answer.json.error, why, what);
  }
  assertRefused(await uploads.raw(form([file], { end: false }), formType), 400, 'cut_off');
  for (const empty of [
    await uploads.raw('', 'text/plain'),
    await uploads.asForm([{ filename: 'a.txt', bytes: '' }]),
    await uploads.app.city.call('POST', '/api/upload', { key: uploads.key }),
  ])
    assertRefused(empty, 400, 'empty_file');
  assert.deepEqual(await uploads.kept(), before);
});

test('a form may arrive in any chunks', async () => {
  const bytes = Buffer.from(`# ${'piece '.repeat(40)}\r\n--${boundary.slice(0, -1)}\r\n`);
  const whole = form([{ filename: 'a.md', type: 'text/markdown', bytes }]);
  for (const size of [1, 7, 64]) {
    const upload = httpRequest(`${uploads.app.city.url}/api/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await uploads.newKey()}`, 'content-type': formType },
    });
    const answered = once(upload, 'response');
    upload.setNoDelay(true);
    for (let at = 0; at < whole.length; at += size) {
      upload.write(whole.subarray(at, at + size));
      if (at % 50 < size) await sleep(0);
    }
    upload.end();
    const [response] = await answered;
    assert.equal(response.statusCode, 201);
    const answer = JSON.parse(Buffer.concat(await response.toArray()).toString());
    assert.deepEqual([answer.sha256, answer.type], [sha256(bytes), 'text/markdown']);
  }
});

test('equal bytes are stored once, also when uploaded concurrently', async () => {
  const before = await uploads.kept();
  const bytes = 'the same text for all';
  const keys = await Promise.all(Array.from({ length: 4 }, () => uploads.newKey()));
  const upload = (key: string, type: string) =>
    uploads.app.city.call('POST', '/api/upload', { key, raw: bytes, headers: { 'content-type': type } });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) => upload(keys[i % 4]!, i % 3 ? 'text/plain' : 'text/markdown')),
  );
  for (const answer of answers) assert.deepEqual([answer.status, answer.json.sha256], [201, sha256(bytes)]);
  assert.equal(new Set(answers.map(({ json }) => json.url)).size, 2, 'as text and as markdown');
  const now = await uploads.kept();
  assert.deepEqual([now.blobs - before.blobs, now.rows - before.rows, now.partial], [1, 2, 0]);
  const again = await upload(keys[3]!, 'text/plain');
  assert.equal(again.status, 201);
  const rows = await uploads.app.database.sql('SELECT agent_id FROM upload WHERE sha256 = $1', [
    sha256(bytes),
  ]);
  assert.equal(rows.length, 2);
});

test('an upload needs a key, and an agent has sixty per hour', async () => {
  assertRefused(await uploads.app.city.call('POST', '/api/upload', { raw: 'x' }), 401, 'no_key');
  const key = await uploads.newKey();
  const answers = await Promise.all(
    Array.from({ length: 62 }, () => uploads.app.city.call('POST', '/api/upload', { key, raw: 'hello' })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 60);
  const over = answers.filter(({ status }) => status === 429);
  assert.equal(over.length, 2);
  for (const answer of over) assert.ok(answer.headers['retry-after']);
  assert.ok(answers.every(({ headers }) => headers['ratelimit-limit'] === '60'));
});
