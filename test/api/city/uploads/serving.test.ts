import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sha256, startUploadApp, type UploadApp } from './upload-app.ts';

const digits = '0123456789';
let uploads: UploadApp;
let url: string;
const cleaning: (() => Promise<unknown>)[] = [];
const later = { after: (clean: () => Promise<unknown>) => void cleaning.unshift(clean) };

before(async () => {
  uploads = await startUploadApp(later, await freshDataDir(later as never));
  url = (await uploads.raw(digits, 'text/plain')).json.url;
});
after(async () => {
  for (const clean of cleaning) await clean();
});

const etag = `"${sha256(digits)}"`;
const always = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};
const whole = {
  ...always,
  etag,
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'content-type': 'text/plain; charset=utf-8',
  'content-disposition': 'inline',
};

function assertHeaders(got: Record<string, string | undefined>, expected: Record<string, string>): void {
  for (const [name, value] of Object.entries(expected)) assert.equal(got[name], value, name);
}

test('a file is served permanently, inert, to any origin', async () => {
  const { status, headers, bytes } = await uploads.fetch(url);
  assert.deepEqual([status, bytes.toString()], [200, digits]);
  assertHeaders(headers, { ...whole, 'content-length': '10' });
  assert.ok(headers['x-request-id']);
});

test('HEAD returns the same headers without the bytes', async () => {
  const { status, headers, bytes } = await uploads.fetch(url, { method: 'HEAD' });
  assert.deepEqual([status, bytes.length], [200, 0]);
  assertHeaders(headers, { ...whole, 'content-length': '10' });
});

test('a conditional request gets 304', async () => {
  for (const asked of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
    const { status, headers, bytes } = await uploads.fetch(url, {
      headers: { 'if-none-match': asked, range: 'bytes=0-1' },
    });
    assert.deepEqual([status, bytes.length], [304, 0], asked);
    assertHeaders(headers, { etag, 'cache-control': whole['cache-control'] });
  }
  for (const asked of ['"other"', sha256(digits)])
    assert.equal((await uploads.fetch(url, { headers: { 'if-none-match': asked } })).status, 200, asked);
});

test('one range is 206, one beyond the end 416, and an invalid one is ignored', async () => {
  for (const [range, part, said] of [
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', digits, 'bytes 0-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=8-99999999999999999999', '89', 'bytes 8-9/10'],
    ['Bytes=0-0', '0', 'bytes 0-0/10'],
  ] as const) {
    const { status, headers, bytes } = await uploads.fetch(url, { headers: { range } });
    assert.deepEqual([status, bytes.toString()], [206, part], range);
    assertHeaders(headers, { ...whole, 'content-range': said, 'content-length': String(part.length) });
  }
  for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999999-']) {
    const answer = await uploads.app.city.get(new URL(url).pathname, { headers: { range } });
    assertRefused(answer, 416, 'range_not_satisfiable', range);
    assertHeaders(answer.headers, { ...always, 'content-range': 'bytes */10' });
  }
  for (const range of ['bytes=5-3', 'bytes=-', 'bytes=', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,3-4', 'x']) {
    const { status, bytes } = await uploads.fetch(url, { headers: { range } });
    assert.deepEqual([status, bytes.toString()], [200, digits], range);
  }
});

test('a range of another version is not mixed with this one', async () => {
  const range = 'bytes=0-1';
  for (const [version, status] of [
    [etag, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
    ['Sat, 14 Nov 2026 09:30:00 GMT', 200],
  ] as const)
    assert.equal((await uploads.fetch(url, { headers: { range, 'if-range': version } })).status, status);
});

test('a missing file is 404, and a name cannot lead elsewhere', async () => {
  const { city } = uploads.app;
  const hash = sha256(digits);
  for (const name of [
    `${'0'.repeat(64)}.png`,
    `${hash}.png`,
    `${hash}.html`,
    hash,
    `${hash.toUpperCase()}.txt`,
    `${hash}.txt.png`,
    '..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2fpartial',
    `uploads%2F${hash}`,
  ])
    assertRefused(await city.get(`/files/${name}`), 404, 'not_found', name);
  assertRefused(await city.call('DELETE', new URL(url).pathname), 401, 'no_key');
  assertRefused(await city.call('PUT', new URL(url).pathname), 405, 'method_not_allowed');
});
