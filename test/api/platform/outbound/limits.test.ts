import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { serveHttp, serveTcp } from '../../../counterparts/servers.ts';
import { openOutbound, refusal } from './outbound-fixture.ts';

const LOOPBACK = { allow: ['127.0.0.1/32'] };
const MIB = 1_024 * 1_024;
const NOTHING = Buffer.alloc(40 * MIB);

/** Writes as long as the connection is open. */
function writeWithoutEnd(to: ServerResponse | Socket, chunk: string | Buffer): void {
  const more = () => {
    while (!to.destroyed && to.write(chunk));
  };
  to.on('drain', more);
  more();
}

/** One byte at intervals, forever. */
function writeSlowly(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 10);
  socket.on('close', () => clearInterval(timer));
}

const BOMBS = {
  gzip: gzipSync(NOTHING),
  deflate: deflateSync(NOTHING),
  br: brotliCompressSync(NOTHING),
  zstd: zstdCompressSync(NOTHING),
};

for (const [coding, bomb] of Object.entries(BOMBS)) {
  test(`a ${coding} bomb is not unpacked`, async (t) => {
    const server = await serveHttp(t, (_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(bomb);
    });
    const { outbound } = await openOutbound(t, LOOPBACK);
    const url = `http://127.0.0.1:${server.port}/`;
    // By size, by ratio if the size would be allowed, and truncated where a part is enough.
    assert.equal((await refusal(outbound.fetch(url, { maxBytes: MIB }))).reason, 'too_large');
    const error = await refusal(outbound.fetch(url, { maxBytes: 100 * MIB }));
    assert.equal(error.reason, 'too_large');
    assert.match(error.message, /far more than was sent/);
    const cut = await outbound.fetch(url, { maxBytes: 1_000, onOversize: 'truncate' });
    assert.equal(cut.body.length, 1_000);
    assert.equal(cut.truncated, true);
  });
}

test('an endless body is refused, or cut at the limit', async (t) => {
  const server = await serveHttp(t, (_request, response) => writeWithoutEnd(response, 'x'.repeat(16_384)));
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  assert.equal((await refusal(outbound.fetch(url, { maxBytes: 100_000 }))).reason, 'too_large');
  const cut = await outbound.fetch(url, { maxBytes: 100_000, onOversize: 'truncate' });
  assert.equal(cut.body.length, 100_000);
  assert.equal(cut.truncated, true);
});

test('a body of exactly the limit is complete', async (t) => {
  const server = await serveHttp(t, (_request, response) => response.end('x'.repeat(1_000)));
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  for (const onOversize of ['refuse', 'truncate'] as const) {
    const answer = await outbound.fetch(url, { maxBytes: 1_000, onOversize });
    assert.equal(answer.body.length, 1_000);
    assert.equal(answer.truncated, false);
  }
  assert.equal((await refusal(outbound.fetch(url, { maxBytes: 999 }))).reason, 'too_large');
});

test('an endless compressed stream without output is cut as well', async (t) => {
  const empty = gzipSync('');
  const server = await serveHttp(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    writeWithoutEnd(response, Buffer.concat(Array.from({ length: 800 }, () => empty)));
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  assert.equal((await refusal(outbound.fetch(url, { maxBytes: 10_000 }))).reason, 'too_large');
  const cut = await outbound.fetch(url, { maxBytes: 10_000, onOversize: 'truncate' });
  assert.equal(cut.truncated, true);
});

test('an announced size over the limit is refused at once', async (t) => {
  const server = await serveTcp(t, (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${100 * MIB}\r\n\r\n`);
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  assert.equal((await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`))).reason, 'too_large');
});

test('bodies that contradict their headers are refused', async (t) => {
  let answer: Buffer | string = '';
  const server = await serveTcp(t, (socket) => socket.once('data', () => socket.end(answer)));
  const { outbound } = await openOutbound(t, LOOPBACK);
  const encoded = (coding: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\nconnection: close\r\n\r\n`),
      Buffer.from(body),
    ]);
  const gzipped = gzipSync('hello '.repeat(100));
  const cases = [
    ['an unknown encoding', encoded('compress', 'x'), 'bad_encoding'],
    ['a name every object has', encoded('constructor', 'x'), 'bad_encoding'],
    ['two encodings', encoded('gzip, gzip', gzipSync(gzipped)), 'bad_encoding'],
    ['not gzip', encoded('gzip', 'plain text'), 'bad_encoding'],
    ['not deflate', encoded('deflate', 'plain text'), 'bad_encoding'],
    ['not brotli', encoded('br', 'plain text'), 'bad_encoding'],
    ['not zstd', encoded('zstd', 'plain text'), 'bad_encoding'],
    ['half a gzip', encoded('gzip', gzipped.subarray(0, 20)), 'bad_encoding'],
    ['too short', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort', 'bad_response'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 'bad_response'],
    [
      'length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
      'bad_response',
    ],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nx', 'bad_response'],
    ['half a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nx', 'bad_response'],
    ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nx', 'bad_response'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'bad_response'],
    ['nothing', '', 'bad_response'],
    ['half a header', 'HTTP/1.1 200 OK\r\ncontent-', 'bad_response'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'bad_response',
    ],
  ] as const;
  for (const [what, served, reason] of cases) {
    answer = served;
    const error = await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`, { timeoutMs: 30_000 }));
    assert.equal(error.reason, reason, what);
  }
});

test('bytes beyond the announced length are ignored', async (t) => {
  let visits = 0;
  const server = await serveTcp(t, (socket) => {
    visits += 1;
    socket.once('data', () => {
      const smuggled = 'HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil';
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello${smuggled}`);
    });
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  assert.equal((await outbound.fetch(url)).body.toString(), 'hello');
  assert.equal((await outbound.fetch(url)).body.toString(), 'hello');
  assert.equal(visits, 2);
});

test('endless headers are refused', async (t) => {
  const { outbound } = await openOutbound(t, LOOPBACK);
  const many = await serveTcp(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    writeWithoutEnd(socket, `x-more: ${'x'.repeat(100)}\r\n`);
  });
  assert.equal((await refusal(outbound.fetch(`http://127.0.0.1:${many.port}/`))).reason, 'too_large');
  const long = await serveTcp(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-long: ');
    writeWithoutEnd(socket, 'x'.repeat(10_000));
  });
  assert.equal((await refusal(outbound.fetch(`http://127.0.0.1:${long.port}/`))).reason, 'too_large');
});

test('one deadline covers everything, however busy the server looks', async (t) => {
  const { outbound } = await openOutbound(t, LOOPBACK);
  const slow: Record<string, (socket: Socket) => void> = {
    silence: () => {},
    'slow status': (socket) => {
      socket.write('HTTP/1.1 200 O');
      writeSlowly(socket, 'K');
    },
    'slow headers': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      writeSlowly(socket, 'x');
    },
    'slow body': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      writeSlowly(socket, 'x');
    },
    'slow chunks': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      writeSlowly(socket, '1\r\nx\r\n');
    },
    'endless interim answers': (socket) => writeSlowly(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    'a slow gzip': (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n');
      socket.write(gzipSync('hello').subarray(0, 12));
    },
  };
  for (const [what, serve] of Object.entries(slow)) {
    const server = await serveTcp(t, (socket) => socket.once('data', () => serve(socket)));
    const error = await refusal(outbound.fetch(`http://127.0.0.1:${server.port}/`, { timeoutMs: 150 }));
    assert.equal(error.reason, 'timeout', what);
  }
});

test('all redirects share one deadline', async (t) => {
  const server = await serveHttp(t, (_request, response) => {
    setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 60);
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const url = `http://127.0.0.1:${server.port}/`;
  const error = await refusal(outbound.fetch(url, { timeoutMs: 150, maxRedirects: 100 }));
  assert.equal(error.reason, 'timeout');
});

test('the deadline covers a name server that does not respond', async (t) => {
  const { outbound } = await openOutbound(t, { zone: { 'silent.test': 'drop' } });
  assert.equal((await refusal(outbound.fetch('http://silent.test/', { timeoutMs: 50 }))).reason, 'timeout');
});
