import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  type FetchedFiles,
  FilesUnavailable,
  fetchOnce,
  tryFetchOnce,
} from '../../../../src/platform/npm/fetch-once.ts';
import { isUnpacked } from '../../../../src/platform/npm/unpacked.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';

async function oneFile(t: TestContext): Promise<FetchedFiles<string> & { fetched: number; fails: boolean }> {
  const dir = await freshDataDir(t);
  const file = path.join(dir, 'file');
  const files = {
    dir,
    fetched: 0,
    fails: false,
    find: async () => ((await isUnpacked(file)) ? file : undefined),
    pull: async () => {
      files.fetched++;
      if (files.fails) throw new FilesUnavailable('no network');
      await writeFile(file, 'whole');
    },
  };
  return files;
}

test('concurrent fetches download once, and remove what a killed one left', async (t) => {
  const files = await oneFile(t);
  await mkdir(path.join(files.dir, 'npm-killed'));
  await writeFile(path.join(files.dir, 'file.1.part'), 'half');
  const found = await Promise.all([fetchOnce(files), fetchOnce(files), tryFetchOnce(files)]);
  assert.deepEqual([new Set(found).size, files.fetched], [1, 1]);
  assert.deepEqual(await readdir(files.dir), ['file']);
});

test('after a failure only who needs the files tries again at once', async (t) => {
  const files = await oneFile(t);
  files.fails = true;
  const said: string[] = [];
  const onFailure = ({ message }: Error) => void said.push(message);
  assert.equal(await tryFetchOnce({ ...files, onFailure }), undefined);
  assert.equal(await tryFetchOnce({ ...files, onFailure }), undefined);
  assert.deepEqual([files.fetched, said], [1, ['no network']]);
  await assert.rejects(fetchOnce(files), FilesUnavailable);
  files.fails = false;
  assert.ok(await fetchOnce(files));
  assert.deepEqual(await readdir(files.dir), ['file']);
});

test('a failure that is not of the source is thrown', async (t) => {
  const files = await oneFile(t);
  const pull = () => Promise.reject(new Error('disk full'));
  await assert.rejects(tryFetchOnce({ ...files, pull }), /disk full/);
  await assert.rejects(tryFetchOnce({ ...files, pull: async () => {} }), /not complete/);
});
