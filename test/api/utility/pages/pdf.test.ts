import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSite } from '../../../fixtures/utility/site.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { makePdf } from './pdf-file.ts';

const sentence = 'The keeper of the tower winds the clock every morning, and the town wakes by it.';
const whole = makePdf([sentence, 'The second page.']);
const text = `${sentence}\nThe second page.`;

/** Files as real servers send them, with the text they contain. */
const readable: Record<string, [type: string, body: Buffer]> = {
  'an owner password alone, RC4': [
    'application/pdf',
    makePdf([sentence, 'The second page.'], { by: 'RC4', user: '' }),
  ],
  'an owner password alone, AES': [
    'application/pdf',
    makePdf([sentence, 'The second page.'], { by: 'AES-256', user: '' }),
  ],
  'sent as a download': ['application/octet-stream', whole],
  'sent as a page': ['text/html; charset=utf-8', whole],
  'a byte order mark and blank lines before it': [
    'application/pdf',
    Buffer.concat([Buffer.from('\ufeff\r\n\r\n'), whole]),
  ],
  'its table of objects overwritten': [
    'application/pdf',
    Buffer.from(whole.toString('latin1').replace(/xref\n[\s\S]*?trailer/, 'xref\n0 0\ntrailer'), 'latin1'),
  ],
  'line ends changed by a transfer as text': [
    'application/pdf',
    Buffer.from(whole.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  ],
  'one page scanned': ['application/pdf', makePdf([sentence, '', 'The second page.'])],
};

/** Files that cannot be read, and the error for each. */
const unreadable: Record<string, [type: string, body: Buffer, reason: RegExp]> = {
  'a password, RC4': [
    'application/pdf',
    makePdf([sentence], { by: 'RC4', user: 'open me' }),
    /encrypted with a password/,
  ],
  'a password, AES': [
    'application/pdf',
    makePdf([sentence], { by: 'AES-256', user: 'open me' }),
    /encrypted with a password/,
  ],
  'an empty file': ['application/pdf', Buffer.alloc(0), /an empty PDF/],
  'white space only': ['application/pdf', Buffer.from('\r\n\r\n'), /an empty PDF/],
  'an error page sent as a PDF': [
    'application/pdf',
    Buffer.from('<html><body><h1>404</h1>'),
    /declared as a PDF.*is not one/,
  ],
  'nothing but its first line': ['application/pdf', Buffer.from('%PDF-1.4\n%âãÏÓ\n'), /PDF cannot be read/],
  'its end missing': ['application/pdf', whole.subarray(0, whole.indexOf('xref')), /PDF cannot be read/],
  'cut in its first object': ['application/pdf', whole.subarray(0, 40), /PDF cannot be read/],
  'zeroes after its first line': [
    'application/pdf',
    Buffer.concat([whole.subarray(0, 9), Buffer.alloc(5_000)]),
    /PDF cannot be read/,
  ],
  'no pages': ['application/pdf', makePdf([]), /has no pages/],
  scanned: ['application/pdf', makePdf(['', '']), /contains no text, only images/],
};

test('a PDF is read however it was sent, or refused with the reason', async (t) => {
  const files = { ...readable, ...unreadable };
  const path = (name: string) => `/${encodeURIComponent(name)}.pdf`;
  const site = Object.fromEntries(
    Object.entries(files).map(([name, [type, body]]) => [
      path(name),
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(200, { 'content-type': type }).end(body),
    ]),
  );
  const { call, utility, ally } = await startSite(t, site);
  for (const name of Object.keys(readable))
    await t.test(name, async () => {
      const { json, status } = await call('readability', path(name));
      assert.deepEqual(
        [status, json.text, json.title, json.author],
        [200, text, 'Yearly report', 'Ada Writer'],
        JSON.stringify(json),
      );
    });
  const before = (await utility.get('/ally/me', { ally })).json.left_today;
  for (const [name, [, , reason]] of Object.entries(unreadable))
    await t.test(name, async () => {
      const answer = await call('readability', path(name));
      assertRefused(answer, 422, 'unreadable');
      assert.match(answer.json.error, reason);
    });
  assert.equal((await utility.get('/ally/me', { ally })).json.left_today, before);
  // A page about the format is not a file of that format.
  site['/about'] = (_: unknown, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>%PDF-1.7</title><article>${`<p>${sentence}</p>`.repeat(5)}</article>`);
  const about = await call('readability', '/about');
  assert.match(about.json.text, /The keeper of the tower/);
  assert.equal(about.json.pages, null);
});
