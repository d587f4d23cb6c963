import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseSnapshot, restoreTables } from '../../../../src/platform/db/snapshot.ts';
import { freshDatabase } from '../../../harness/database.ts';

test('rows of a development version come into this schema, without what it no longer has', async (t) => {
  const [source, target] = [await freshDatabase(), await freshDatabase()];
  t.after(() => Promise.all([source.drop(), target.drop()]));
  await source.sql(`CREATE TABLE gone (id bigint GENERATED ALWAYS AS IDENTITY, note text)`);
  await source.sql(`INSERT INTO gone (note) VALUES ('lost')`);
  await source.sql(`ALTER TABLE room ADD COLUMN colour text, DROP COLUMN active_at CASCADE`);
  await source.sql(`INSERT INTO room (name, kind, topic, private, created_at, colour)
    VALUES ('garden', 'open', E'A\\ttab', false, now(), 'green')`);
  const { host, port, user, database } = source;
  const snapshot = await DatabaseSnapshot.open({ host, port, user, database });
  assert.ok(snapshot);
  await snapshot.begin();
  const leftOut = await restoreTables(
    { host, port, user, database: target.database },
    {
      tables: await snapshot.tables(),
      sequences: { ...(await snapshot.sequences()), gone_id_seq: '1' },
      readTableRows: (table) => snapshot.readRows(table),
    },
  );
  await snapshot.close();
  assert.deepEqual(leftOut, ['gone', 'room.colour']);
  const rows = 'SELECT name, topic FROM room ORDER BY name';
  assert.deepEqual(await target.sql(rows), await source.sql(rows));
  assert.deepEqual(
    await target.sql(
      `SELECT 1 FROM information_schema.columns WHERE table_name = 'room' AND column_name = 'colour'`,
    ),
    [],
  );
  assert.deepEqual(await target.sql('SELECT DISTINCT active_at FROM room'), [{ active_at: null }]);
});
