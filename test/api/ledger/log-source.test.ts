import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openLogSource, UnreadableLog } from '../../../src/commands/log/source.ts';

async function host(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('tiles are read through a redirect, compressed or not, and counted as transferred', async () => {
  const packed = gzipSync('b'.repeat(1_000));
  const bucket = await host((request, response) => {
    if (request.url === '/ledger/checkpoint') response.end('note');
    else if (request.url === '/ledger/plain') response.end('aaaa');
    else if (request.url === '/ledger/said') response.setHeader('content-encoding', 'gzip').end(packed);
    else if (request.url === '/ledger/unsaid') response.end(packed);
    else response.writeHead(404).end();
  });
  const city = await host((request, response) => {
    response.writeHead(302, { location: `${bucket}${request.url}` }).end();
  });
  const source = await openLogSource(city);
  const before = source.received;
  assert.equal(String(await source.file('plain')), 'aaaa');
  assert.equal(String(await source.file('said')), 'b'.repeat(1_000));
  assert.equal(String(await source.file('unsaid')), 'b'.repeat(1_000));
  assert.equal(await source.file('absent'), undefined);
  assert.equal(source.received - before, 4 + 2 * packed.length);
});

test('an unreadable source is reported as such, not as a bad ledger', async () => {
  const broken = gzipSync('c'.repeat(100_000)).subarray(0, 60);
  const bomb = gzipSync(Buffer.alloc(32 << 20));
  const city = await host((request, response) => {
    if (request.url === '/ledger/checkpoint') response.end('note');
    else if (request.url === '/ledger/broken') response.end(broken);
    else if (request.url === '/ledger/bomb') response.end(bomb);
    else if (request.url === '/ledger/ends')
      response.setHeader('content-length', '100').write('half', () => request.destroy());
    else response.writeHead(503).end();
  });
  const source = await openLogSource(city);
  for (const name of ['broken', 'bomb', 'ends', 'failing']) {
    await assert.rejects(source.file(name), UnreadableLog, name);
  }
});

test('a directory may hold compressed tiles', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-tiles-'));
  after(() => rmSync(dir, { recursive: true }));
  writeFileSync(path.join(dir, 'tile'), gzipSync('content'));
  const source = await openLogSource(dir);
  assert.equal(String(await source.file('tile')), 'content');
});
