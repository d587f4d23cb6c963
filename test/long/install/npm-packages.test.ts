import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PinnedPackage } from '../../../src/platform/npm/pack.ts';
import { unpackedPackage } from '../../../src/platform/npm/unpacked.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { useRegistry } from '../../harness/registry.ts';

/** One entry of a tar archive. */
function tarEntry(name: string, text: string, mode = '0000644'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(mode, 100);
  header.write(text.length.toString(8).padStart(11, '0'), 124);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))]);
}

const manifest = { name: 'a-runtime', version: '1.2.3' };
const archive = gzipSync(
  Buffer.concat([
    tarEntry('package/package.json', JSON.stringify(manifest)),
    tarEntry('package/bin/tool', '#!/bin/sh\n', '0000755'),
    tarEntry('package/bin/other-platform', 'unwanted'),
    Buffer.alloc(1024),
  ]),
);
const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
const pinned: PinnedPackage = { ...manifest, integrity, bytes: archive.length };

/** A registry that implements npm's protocol. */
async function serveRegistry(t: TestContext): Promise<{ asked: string[]; isCut: boolean }> {
  const asked: string[] = [];
  const registry = { asked, isCut: false };
  const { port } = await serveHttp(t, (request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.tgz') && registry.isCut) {
      response.writeHead(200, { 'content-length': String(archive.length) });
      return void response.write(archive.subarray(0, archive.length / 2), () => response.destroy());
    }
    if (request.url?.endsWith('.tgz')) return void response.end(archive);
    if (request.url !== '/a-runtime') return void response.writeHead(404).end();
    const dist = { tarball: `http://127.0.0.1:${port}/a-runtime/-/a-runtime-1.2.3.tgz`, integrity };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        name: 'a-runtime',
        'dist-tags': { latest: '1.2.3' },
        versions: { '1.2.3': { ...manifest, dist } },
      }),
    );
  });
  useRegistry(t, `http://127.0.0.1:${port}`);
  return registry;
}

const keep = (file: string) => file !== 'bin/other-platform';

test('a package is downloaded by npm, only its wanted files, and once', async (t) => {
  const dir = await freshDataDir(t);
  const { asked } = await serveRegistry(t);
  const target = path.join(dir, 'runtime');
  await unpackedPackage(pinned, target, { keep });
  assert.deepEqual((await readdir(target, { recursive: true })).sort(), ['bin', 'bin/tool', 'package.json']);
  assert.equal((await stat(path.join(target, 'bin/tool'))).mode & 0o777, 0o755);
  assert.deepEqual(JSON.parse(await readFile(path.join(target, 'package.json'), 'utf8')), manifest);
  assert.deepEqual(await readdir(dir), ['runtime'], 'temporary files were left beside it');
  const before = asked.length;
  await unpackedPackage(pinned, target, { keep });
  assert.equal(asked.length, before, 'it was fetched again');
});

test('after an interrupted download the next attempt fetches only what is missing', async (t) => {
  const dir = await freshDataDir(t);
  const registry = await serveRegistry(t);
  const [first, second] = [path.join(dir, 'first'), path.join(dir, 'second')];
  const pullBoth = async () => {
    for (const target of [first, second]) {
      registry.isCut = isLineBad && target === second;
      await unpackedPackage(pinned, target, { keep });
    }
  };
  let isLineBad = true;
  await assert.rejects(pullBoth(), (error: Error) => !error.message.includes('\n'));
  assert.deepEqual(await readdir(dir), ['first']);
  isLineBad = false;
  registry.asked.length = 0;
  await pullBoth();
  assert.deepEqual((await readdir(dir)).sort(), ['first', 'second']);
  assert.equal(registry.asked.filter((url) => url.endsWith('.tgz')).length, 1);
});

test('an archive that differs from the pinned one is refused, and nothing is kept', async (t) => {
  const dir = await freshDataDir(t);
  await serveRegistry(t);
  const other = { ...pinned, integrity: `sha512-${Buffer.alloc(64).toString('base64')}` };
  await assert.rejects(unpackedPackage(other, path.join(dir, 'runtime'), { keep }), /integrity hash/);
  assert.deepEqual(await readdir(dir), []);
});

test('without a registry the error is one line, and nothing is kept', async (t) => {
  const dir = await freshDataDir(t);
  await mkdir(path.join(dir, 'deep'));
  useRegistry(t, 'http://127.0.0.1:9');
  await assert.rejects(
    unpackedPackage(pinned, path.join(dir, 'deep/runtime'), { keep }),
    (error: Error) => error.message.startsWith('npm: ') && !error.message.includes('\n'),
  );
  assert.deepEqual(await readdir(path.join(dir, 'deep')), []);
});
