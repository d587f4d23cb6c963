import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { images, sha256, startUploadApp, type UploadApp } from './upload-app.ts';

let uploads: UploadApp;
const cleaning: (() => Promise<unknown>)[] = [];
const later = { after: (clean: () => Promise<unknown>) => void cleaning.unshift(clean) };

before(async () => {
  uploads = await startUploadApp(later, await freshDataDir(later as never));
});
after(async () => {
  for (const clean of cleaning) await clean();
});

/** No test of this file concerns the limit. */
const refresh = () => uploads.app.database.sql('DELETE FROM limit_use');

test('images are identified by content, whatever their name', async () => {
  for (const [name, bytes] of Object.entries(images)) {
    for (const answer of [
      await uploads.raw(bytes, 'application/octet-stream'),
      await uploads.raw(bytes, 'text/html'),
      await uploads.raw(bytes),
      await uploads.asForm([{ filename: 'notes.txt', type: 'text/plain', bytes }]),
    ]) {
      assert.equal(answer.status, 201, `${name}: ${answer.text}`);
      const ext = name === 'jpeg' ? 'jpg' : name;
      assert.deepEqual(answer.json, {
        url: `${uploads.app.city.url}/files/${sha256(bytes)}.${ext}`,
        sha256: sha256(bytes),
        bytes: bytes.length,
        type: `image/${name}`,
      });
      const served = await uploads.fetch(answer.json.url);
      assert.equal(served.headers['content-type'], `image/${name}`);
      assert.deepEqual(served.bytes, bytes);
    }
  }
});

test('for texts, and only for them, the name or declared type decides', async () => {
  await refresh();
  const taken: [string | undefined, string | undefined, string, string, string][] = [
    ['a.txt', undefined, 'hello', 'text/plain', 'txt'],
    ['a.md', 'application/octet-stream', '# hi', 'text/markdown', 'md'],
    ['a.MARKDOWN', undefined, '<div align="center">\n\n# hi', 'text/markdown', 'md'],
    ['a.json', 'text/plain', '{"a": [1, 2.5e3, null]}', 'application/json', 'json'],
    ['a.csv', undefined, 'a,b\n1,2\n', 'text/csv', 'csv'],
    ['a.mjs', undefined, 'export const a = 1;', 'text/javascript', 'js'],
    ['a.py', undefined, '#!/usr/bin/env python3\nprint(1)', 'text/x-python', 'py'],
    ['a.png', 'image/png', 'no image at all', 'text/plain', 'txt'],
    ['a', undefined, 'a name without a type', 'text/plain', 'txt'],
    [undefined, 'text/markdown; charset=utf-8', '# raw', 'text/markdown', 'md'],
    [undefined, 'application/json', '"just a string"', 'application/json', 'json'],
    [undefined, 'text/html', 'called html, but is not', 'text/plain', 'txt'],
    [undefined, undefined, 'nothing declared', 'text/plain', 'txt'],
    [undefined, 'text/plain', '\ufeffwith a byte order mark, ünïcödé 🦀', 'text/plain', 'txt'],
    [
      undefined,
      'text/plain',
      'BMW, MZ and other letters that images and programs begin with',
      'text/plain',
      'txt',
    ],
    [undefined, 'text/plain', 'MZ is two letters', 'text/plain', 'txt'],
    [undefined, 'text/plain', 'GIF is pronounced so', 'text/plain', 'txt'],
    [undefined, 'text/plain', 'solid ground', 'text/plain', 'txt'],
    [undefined, 'text/plain', `${'é'.repeat(70_000)}`, 'text/plain', 'txt'],
  ];
  for (const [filename, type, bytes, is, ext] of taken) {
    const answer =
      filename === undefined
        ? await uploads.raw(bytes, type)
        : await uploads.asForm([{ filename, ...(type && { type }), bytes }]);
    assert.equal(answer.status, 201, `${bytes.slice(0, 40)}: ${answer.text}`);
    assert.deepEqual([answer.json.type, answer.json.url.split('.').at(-1)], [is, ext], bytes.slice(0, 40));
    const served = await uploads.fetch(answer.json.url);
    const expected = ext === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
    assert.equal(served.headers['content-type'], expected);
    assert.equal(served.bytes.toString(), bytes);
  }
});

const zip = (() => {
  const data = deflateRawSync('hello');
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(5, 22);
  header.writeUInt16LE(5, 26);
  return Buffer.concat([header, Buffer.from('a.txt'), data]);
})();

const refused: [string, Buffer | string][] = [
  ['an HTML page', '<!doctype html><p>hi'],
  ['an HTML page in capitals', '  \r\n<HTML><body>hi'],
  ['an HTML page behind a byte order mark', '\ufeff<html>'],
  ['an HTML page behind comments', '<!-- a --> <!-- b\n -->\n<!DOCTYPE html>'],
  ['a script', '<script>alert(1)</script>'],
  ['a style', '<style>*{}</style>'],
  ['a head', '<head><title>x</title>'],
  ['an iframe', '<iframe src="https://example.com"></iframe>'],
  ['a bare tag', '<body'],
  ['an SVG with script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['an SVG with onload', '<svg/onload=alert(1)>'],
  ['an SVG as XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['an SVG with a doctype', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ""><svg></svg>'],
  ['XML', '<?xml version="1.0"?><a/>'],
  ['HTML in UTF-16', Buffer.from('\ufeff<html>', 'utf16le')],
  ['a zip', zip],
  ['a PDF in letters', '%PDF-1.4\n1 0 obj\n'],
  ['PostScript', '%!PS-Adobe-3.0\n'],
  ['RTF', '{\\rtf1 hi}'],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
  ['an ELF program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(200)])],
  ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
  ['an mp4', Buffer.from('0000001c667479706d703432000000006d703432', 'hex')],
  ['a HEIC', Buffer.from('0000001c6674797068656963000000006865696d', 'hex')],
  ['gzip', Buffer.from('1f8b0800000000000003', 'hex')],
  ['wasm', Buffer.from('0061736d01000000', 'hex')],
  ['NUL', Buffer.from('hello\0world')],
  ['a NUL at the very end', Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0])])],
  ['broken UTF-8', Buffer.from([0x68, 0xff, 0xfe, 0x69])],
  ['UTF-8 cut within a character', Buffer.from('caf\u00e9').subarray(0, 4)],
  ['UTF-8 broken far behind the beginning', Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0xc3])])],
  ['random bytes', Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 131) % 256))],
];

test('everything else is refused under every name, and nothing is kept', async () => {
  const before = await uploads.kept();
  for (const [what, bytes] of refused) {
    await refresh();
    for (const [filename, type] of [
      ['picture.png', 'image/png'],
      ['notes.txt', 'text/plain'],
      ['page.html', 'text/html'],
      ['data.json', 'application/json'],
    ] as const) {
      for (const answer of [
        await uploads.raw(bytes, type),
        await uploads.asForm([{ filename, type, bytes }]),
      ]) {
        assertRefused(answer, 415, 'wrong_type', `${what} as ${filename}`);
        assert.match(answer.json.hint, /png.*avif.*markdown.*csv/);
      }
    }
  }
  assert.deepEqual(await uploads.kept(), before);
});

test('declared JSON that does not parse is refused', async () => {
  await refresh();
  for (const bytes of ['{', '{"a":1,}', '[1 2]', "{'a':1}", 'undefined', '\ufeff{}', '{}{}', '01', '"\n"'])
    assertRefused(await uploads.raw(bytes, 'application/json'), 415, 'wrong_type', bytes);
  const large = JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ i })));
  assert.equal((await uploads.raw(large, 'application/json')).status, 201);
  assertRefused(await uploads.raw(large.slice(0, -1), 'application/json'), 415, 'wrong_type');
});

test('an image with a trailing script is served as an image, without sniffing', async () => {
  await refresh();
  for (const [image, type] of [
    [Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'), 'image/gif'],
    [Buffer.concat([images.png!, Buffer.from('<html><script>alert(1)</script>')]), 'image/png'],
  ] as const) {
    const { json } = await uploads.asForm([{ filename: 'a.html', type: 'text/html', bytes: image }]);
    assert.equal(json.type, type);
    const { headers } = await uploads.fetch(json.url);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
  }
});

test('a script behind a harmless beginning is plain text', async () => {
  const { json } = await uploads.raw('hello <script>alert(1)</script>', 'text/html');
  const { headers } = await uploads.fetch(json.url);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(headers['x-content-type-options'], 'nosniff');
});
