import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startSite } from '../../../fixtures/utility/site.ts';
import { undeclared } from './undeclared-texts.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test('text is decoded with the charset that the standard prescribes', async (t) => {
  const served = (type: string, body: Buffer) => (_: unknown, response: import('node:http').ServerResponse) =>
    void response.setHeader('content-type', type).end(body);
  const { call } = await startSite(t, {
    '/header-wins': served(
      'text/html; charset="utf-8"',
      Buffer.from('<meta charset=koi8-r><title>é</title>'),
    ),
    '/meta': served('text/html', latin('<meta charset="iso-8859-1"><title>\x80uro \x93q\x94</title>')),
    '/bom': served('text/html; charset=koi8-r', Buffer.from('\ufeff<title>Ж</title>')),
    '/utf16': served('text/html', utf16('\ufeff<title>Ж</title>')),
    '/silent-utf8': served('text/html', Buffer.from('<title>Ж</title>')),
    '/silent-latin': served('text/html', latin('<title>caf\xe9 \x97</title>')),
    '/pragma': served(
      'text/html',
      Buffer.concat([
        latin('<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS"><title>'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
        latin('</title>'),
      ]),
    ),
    '/unknown': served('text/html; charset=no-such', Buffer.from('<title>Ж</title>')),
    '/xhtml': served(
      'application/xhtml+xml',
      Buffer.from('<?xml version="1.0"?><html><head><title>Ж</title></head></html>'),
    ),
    '/xhtml-latin': served(
      'application/xhtml+xml',
      latin('<?xml version="1.0" encoding="iso-8859-1"?><html><title>\xe9</title></html>'),
    ),
    '/gzip': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(gzipSync('<title>packed</title>'));
    },
  });
  const expected = {
    '/header-wins': 'é',
    '/meta': '€uro “q”',
    '/bom': 'Ж',
    '/utf16': 'Ж',
    '/silent-utf8': 'Ж',
    '/silent-latin': 'café —',
    '/pragma': '日本',
    '/unknown': 'Ж',
    '/xhtml': 'Ж',
    '/xhtml-latin': 'é',
    '/gzip': 'packed',
  };
  for (const [path, title] of Object.entries(expected)) {
    assert.equal((await call('url-metadata', path)).json.title, title, path);
  }
});

test('an undeclared encoding is found by the letters of the text, between words of English too', async (t) => {
  const footer =
    '<p>Copyright Example Corporation, all rights reserved. Terms of use and privacy.</p>'.repeat(3);
  const { call } = await startSite(
    t,
    Object.fromEntries(
      undeclared.map(([, , base64], at) => [
        `/${at}`,
        (_: unknown, response: import('node:http').ServerResponse) =>
          void response
            .setHeader('content-type', 'text/html')
            .end(
              Buffer.concat([
                latin('<title>'),
                Buffer.from(base64, 'base64'),
                latin(`</title><body class="main">${footer}`),
              ]),
            ),
      ]),
    ),
  );
  for (const [at, [text, charset]] of undeclared.entries())
    assert.equal((await call('url-metadata', `/${at}`)).json.title, text, charset);
});
