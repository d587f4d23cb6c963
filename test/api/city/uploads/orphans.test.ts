import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { removeOrphans } from '../../../../src/city/uploads/files.ts';
import { openBlobStore } from '../../../../src/platform/blobs/open.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { sha256, startUploadApp, type UploadApp } from './upload-app.ts';

let uploads: UploadApp;
let blobFile: (hash: string) => string;
let sweep: () => Promise<number>;
const cleaning: (() => Promise<unknown>)[] = [];
const later = { after: (clean: () => Promise<unknown>) => void cleaning.unshift(clean) };

before(async () => {
  const dataDir = await freshDataDir(later as never);
  uploads = await startUploadApp(later, dataDir);
  const dir = path.join(dataDir, 'blobs');
  blobFile = (hash) => path.join(dir, 'blobs', createHash('sha256').update(`uploads/${hash}`).digest('hex'));
  const { host, port, user, database: name } = uploads.app.database;
  const database = openDatabase(
    { host, port, user, database: name },
    { name: 'sweep', connections: 2, onLost: () => {} },
  );
  later.after(() => database.close());
  const blobs = await openBlobStore({ dir });
  sweep = () => removeOrphans({ ...database, clock: systemClock, blobs, urls: { city: '' } });
});
after(async () => {
  for (const clean of cleaning) await clean();
});

const forgetRow = (text: string) =>
  uploads.app.database.sql('DELETE FROM upload WHERE sha256 = $1', [sha256(text)]);
const twoDaysAgo = () => new Date(Date.now() - 2 * 86_400_000);
const makeOld = (text: string) => utimes(blobFile(sha256(text)), twoDaysAgo(), twoDaysAgo());

test('bytes without a row are deleted after a day; newer ones and those with a row stay', async () => {
  const texts = ['orphaned and old', 'orphaned and young', 'kept and old', 'kept and young'];
  for (const text of texts) assert.equal((await uploads.raw(text, 'text/plain')).status, 201);
  for (const text of texts.slice(0, 2)) await forgetRow(text);
  for (const text of [texts[0]!, texts[2]!]) await makeOld(text);
  assert.equal(await sweep(), 1);
  assert.deepEqual(await uploads.kept(), { blobs: 3, partial: 0, rows: 2 });
  const { json } = await uploads.raw(texts[2]!, 'text/plain');
  assert.equal((await uploads.fetch(json.url)).bytes.toString(), texts[2]);
  assert.equal(
    (await uploads.raw(texts[0]!, 'text/plain')).status,
    201,
    'a removed file can be uploaded again',
  );
  assert.equal(await sweep(), 0);
});

test('the sweep runs once per day', async () => {
  const [task] = await uploads.app.database.sql(`SELECT 1 FROM task WHERE kind = 'remove orphaned uploads'`);
  assert.ok(task);
});

test('an upload that reuses orphaned bytes during their removal gets its file, or is asked to retry', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 20; round++) {
    const text = `a race for orphan ${round}`;
    await uploads.raw(text, 'text/plain');
    await forgetRow(text);
    await makeOld(text);
    const [answer] = await Promise.all([uploads.raw(text, 'text/plain'), sweep()]);
    statuses.add(answer.status);
    if (answer.status === 201)
      assert.equal((await uploads.fetch(answer.json.url)).status, 200, `round ${round}`);
    else {
      assert.deepEqual([answer.status, answer.headers['x-error-code']], [503, 'overloaded'], answer.text);
      const rows = await uploads.app.database.sql('SELECT 1 FROM upload WHERE sha256 = $1', [sha256(text)]);
      assert.equal(rows.length, 0, 'no row without its bytes');
    }
  }
  assert.ok(statuses.has(201));
});
