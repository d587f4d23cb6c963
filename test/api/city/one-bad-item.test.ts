import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, openBoard } from '../../fixtures/city/jobs/board.ts';
import { until } from '../../harness/until.ts';

const { join, joinRich, database, escrowOf } = await openBoard();

/** Makes every write to some rows of a table fail, as a defect that only they meet. Returns how to end that. */
async function poison(table: string, row: string, write = 'INSERT OR UPDATE'): Promise<() => Promise<void>> {
  await database.sql(`CREATE OR REPLACE FUNCTION poisoned() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this row cannot be written'; END $$`);
  await database.sql(
    `CREATE TRIGGER poisoned BEFORE ${write} ON ${table} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION poisoned()`,
  );
  return async () => void (await database.sql(`DROP TRIGGER poisoned ON ${table}`));
}

test('a job that cannot be closed keeps no other from its refund, and is closed once it can be', async () => {
  const [poster, first, second] = [await joinRich(100), await join(), await join()];
  const { id: needed } = await done(poster.post(ask));
  const [bad, good] = [
    (await done(first.post({ ...ask, depends_on: needed }))).id,
    (await done(second.post({ ...ask, depends_on: needed }))).id,
  ];
  const heal = await poison('job', `new.id = ${bad}`);
  await done(poster.close(needed));
  await until(async () => (await escrowOf(good)) === 0, 'the second dependent is refunded');
  assert.equal(await escrowOf(bad), 20);
  await heal();
  await until(async () => (await escrowOf(bad)) === 0, 'so is the first, once it can be closed');
});

test('a hook whose webhooks cannot be queued delays no other', async () => {
  const [bad, good, friend] = [await join(), await join(), await join()];
  for (const { name } of [bad, good])
    await database.sql(
      `INSERT INTO agent_hook (agent_id, url, kinds, texts, secret, sent_id, confirmed, created_at)
       SELECT id, 'https://example.com/' || id, '{}', true, '\\x00', 0, true, now() FROM agent WHERE screen_name = $1`,
      [name],
    );
  const [{ id }] = await database.sql('SELECT min(id)::int AS id FROM agent_hook');
  const end = await poison('webhook_delivery', `new.sender = 'hook_${id}'`);
  for (const to of [bad, good]) await done(friend.call('POST', '/api/dms', { to: to.name, body: 'hi' }));
  const queued = () => database.sql('SELECT count(*)::int AS n FROM webhook_delivery');
  await until(async () => (await queued())[0].n > 0, 'the webhook of the second hook is queued');
  await end();
  await until(async () => {
    const behind = await database.sql('SELECT FROM agent_hook WHERE sent_id = 0');
    return behind.length === 0;
  }, 'the first is sent too');
});

test('a grant that cannot be settled keeps no other waiting', async () => {
  const [bad, good] = [await join(), await join()];
  const idOf = async ({ name }: { name: string }) =>
    (await database.sql('SELECT id FROM agent WHERE screen_name = $1', [name]))[0].id;
  const ids = [await idOf(bad), await idOf(good)];
  await poison('pending_grant', `new.agent_id = ${ids[0]}`, 'UPDATE');
  await database.sql(
    `INSERT INTO pending_grant (source, agent_id, check_at, why, created_at)
     SELECT 'welcome', id, now() - interval '1 hour', 'it is new', now() FROM agent WHERE id = ANY($1) ORDER BY id`,
    [ids],
  );
  // Grants are settled after entries of the ledger.
  await done(good.call('POST', '/api/tip', { to: bad.name, amount: 1 }));
  const due = async () =>
    (await database.sql('SELECT agent_id FROM pending_grant WHERE check_at < now()')).map(
      (row) => row.agent_id,
    );
  await until(async () => !(await due()).includes(ids[1]), 'the second grant was checked');
  assert.deepEqual(await due(), [ids[0]]);
});
