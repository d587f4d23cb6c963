import assert from 'node:assert/strict';
import { existsSync, readlinkSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { BadSetting } from '../../../../src/platform/config/setting.ts';
import { keyFromDataDir, ServerKey } from '../../../../src/platform/keys/server-key.ts';

async function emptyDir(t: TestContext): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-key-'));
  t.after(() => rm(dir, { recursive: true }));
  return dir;
}

test('a key file that is empty, short, long or not hexadecimal stops the start', async (t) => {
  const dir = await emptyDir(t);
  for (const content of [
    '',
    '\n',
    'ab'.repeat(31),
    'ab'.repeat(33),
    'zz'.repeat(32),
    `${'ab'.repeat(32)} x`,
  ]) {
    await writeFile(path.join(dir, 'signing-key'), content);
    await assert.rejects(
      keyFromDataDir(dir),
      (error) => error instanceof BadSetting && /damaged/.test(error.message),
    );
    assert.equal(await readFile(path.join(dir, 'signing-key'), 'utf8'), content, 'the file is left as it is');
  }
});

test('a key is created once, whoever starts first, and no draft is left behind', async (t) => {
  const dir = await emptyDir(t);
  await writeFile(path.join(dir, `signing-key.${process.pid}`), 'left over by a crash');
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyFromDataDir(dir)));
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 1);
  assert.equal(keys[0]?.length, 32);
  assert.deepEqual((await readdir(dir)).sort(), ['signing-key', `signing-key.${process.pid}`]);
});

test('a key of the wrong length is refused from any source', () => {
  assert.throws(() => new ServerKey(Buffer.alloc(0)), BadSetting);
  assert.throws(() => new ServerKey(Buffer.alloc(16)), BadSetting);
});

test('a new key is on disk before its rename, and renamed before it is used', {
  skip: process.platform !== 'linux' && 'what a handle belongs to is read from /proc',
}, async (t) => {
  const dir = await emptyDir(t);
  const file = path.join(dir, 'signing-key');
  const handle = await open(dir, 'r');
  const prototype: Pick<FileHandle, 'sync'> = Object.getPrototypeOf(handle);
  await handle.close();
  const synced: { what: string; isNamed: boolean }[] = [];
  const sync = prototype.sync;
  t.mock.method(prototype, 'sync', function (this: FileHandle) {
    const what = readlinkSync(`/proc/self/fd/${this.fd}`);
    if (what.startsWith(dir)) synced.push({ what, isNamed: existsSync(file) });
    return Reflect.apply(sync, this, []);
  });
  await keyFromDataDir(dir);
  assert.equal(synced.length, 2);
  assert.ok(synced[0]?.what.startsWith(`${file}.`), 'the temporary file first');
  assert.deepEqual(
    synced.map(({ isNamed }) => isNamed),
    [false, true],
  );
  assert.equal(synced[1]?.what, dir, 'then the directory that contains it');
  await keyFromDataDir(dir);
  assert.equal(synced.length, 2, 'a key that is read is not written');
});
