import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { listIds } from '../../../src/app/backup/manifest.ts';
import { takeBackup } from '../../../src/app/backup/take.ts';
import { FileBlobStore } from '../../../src/platform/blobs/files.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { freshDatabase } from '../../harness/database.ts';

test('a backup fails when its database goes away, and is not listed', async (t) => {
  const database = await freshDatabase();
  t.after(() => database.drop());
  const dir = await freshDataDir(t);
  await database.sql(
    'CREATE TABLE filler AS SELECT repeat(md5(i::text), 100) AS text FROM generate_series(1, 20000) AS i',
  );
  const place = await FileBlobStore.open(path.join(dir, 'place'));
  const blobs = await FileBlobStore.open(path.join(dir, 'blobs'));
  t.after(() => Promise.all([place.close(), blobs.close()]));
  const put = place.put.bind(place);
  place.put = async (key, source, options) => {
    if (!key.includes('/tables/filler')) return put(key, source, options);
    const cut = (async function* () {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        await database.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kith backup' AND datname = current_database()",
        );
        yield chunk;
      }
    })();
    return put(key, cut, options);
  };
  const taking = takeBackup({
    connection: { connectionString: database.url },
    blobs,
    store: place,
    signingKey: Buffer.alloc(32),
    sign: async () => {},
  });
  await assert.rejects(taking, /terminat/);
  assert.deepEqual(await listIds(place), []);
});
