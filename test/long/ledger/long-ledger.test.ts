import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { entriesPerBlock, indexCompleteBlocks } from '../../../src/ledger/account-index.ts';
import { audit } from '../../../src/ledger/audit.ts';
import { fillLedger, type LongLedger } from '../../fixtures/ledger/long-ledger.ts';
import { rootsFromProof } from '../../fixtures/ledger/proof/independent.ts';
import { openTestLedger, type TestLedger, tip } from '../../fixtures/ledger/test-ledger.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

/** Longer than what a proof computes directly, and with stored nodes that are not peaks. */
const count = 10_500;
const older = 5_000;

let app: TestApp;
let testLedger: TestLedger;
let ledger: LongLedger;

before(async () => {
  app = await startApp(undefined);
  testLedger = openTestLedger(undefined, app.database);
  ledger = await fillLedger(app.database, count, [older, count]);
});
after(async () => {
  await testLedger.close();
  await app.stop();
});

/** Whether a proof leads from one checkpoint's root to the other's, and the response has the same roots. */
async function holds(query = ''): Promise<boolean> {
  const { status, json } = await app.city.get(`/api/ledger/consistency?from=${older}&to=${count}${query}`);
  assert.equal(status, 200);
  const [from, to] = [ledger.roots.get(older)!, ledger.roots.get(count)!];
  const hashes = json.hashes.map((hash: string) => Buffer.from(hash, 'base64'));
  assert.ok(hashes.length > 0);
  const led = rootsFromProof(older, count, hashes, from);
  const said = json.from_root === from.toString('base64') && json.to_root === to.toString('base64');
  return said && !!led && from.equals(led[0]) && to.equals(led[1]);
}

test('a byte changed in any entry of a long ledger breaks the consistency proof with an older checkpoint', async () => {
  assert.deepEqual([await holds(), await holds('&stored=1')], [true, true]);
  for (const [change, back, seq] of [
    ['amount = amount + 1', 'amount = amount - 1', 777],
    [`at = at + interval '1 ms'`, `at = at - interval '1 ms'`, count],
  ] as const) {
    await app.database.sql(`UPDATE ledger_entry SET ${change} WHERE seq = $1`, [seq]);
    assert.equal(await holds(), false, `${change} of ${seq}`);
    if (seq === 777) assert.equal(await holds('&stored=1'), true, 'the stored tree does not detect it');
    await app.database.sql(`UPDATE ledger_entry SET ${back} WHERE seq = $1`, [seq]);
  }
});

test('concurrent requests share one pass, each with its own proof', async () => {
  let running = true;
  const passes = new Set<number>();
  const watch = async () => {
    for (; running; await sleep(5)) {
      const rows = await app.database.sql(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'kith-ledger-pass' AND datname = current_database()`,
      );
      for (const { pid } of rows) passes.add(pid);
    }
  };
  const watching = watch();
  const sizes = Array.from({ length: 20 }, (_, i) => 2_100 + i * 400);
  const answers = await Promise.all(
    sizes.map((from) => app.city.get(`/api/ledger/consistency?from=${from}&to=${count}`)),
  );
  running = false;
  await watching;
  const to = ledger.roots.get(count)!;
  for (const [i, { json }] of answers.entries()) {
    const from = Buffer.from(json.from_root, 'base64');
    const hashes = json.hashes.map((hash: string) => Buffer.from(hash, 'base64'));
    assert.deepEqual(rootsFromProof(sizes[i]!, count, hashes, from), [from, to], `from ${sizes[i]}`);
  }
  assert.equal(new Set(answers.map(({ json }) => json.from_root)).size, sizes.length);
  // The first caller starts one; all others are in the next, or at most in the one after it.
  assert.ok(passes.size >= 1 && passes.size <= 3, `${passes.size} passes for ${sizes.length} callers`);
});

test('a changed, missing or extra tree node is found by the audit, which names it', async () => {
  const audited = () => audit(testLedger.transaction);
  assert.deepEqual(await audited(), { ok: true, entries: count, accounts: 43, problems: [] });
  for (const [level, index] of [
    [8, 0],
    [8, 17],
    [9, 3],
    [12, 1],
  ]) {
    const where = `WHERE level = ${level} AND index = ${index}`;
    const flip = `UPDATE ledger_node SET hash = set_byte(hash, 5, get_byte(hash, 5) # 16) ${where}`;
    await app.database.sql(flip);
    assert.deepEqual((await audited()).problems, [
      `the stored Merkle node ${level}/${index} does not match the entries`,
    ]);
    await app.database.sql(flip);
  }
  const [taken] = await app.database.sql(
    'DELETE FROM ledger_node WHERE level = 8 AND index = 5 RETURNING hash',
  );
  assert.match((await audited()).problems.join(), /node 8\/5 does not match/);
  await app.database.sql('INSERT INTO ledger_node VALUES (8, 5, $1), (8, 41, $1)', [taken.hash]);
  assert.match((await audited()).problems.join(), /Merkle nodes are stored/);
  await app.database.sql('DELETE FROM ledger_node WHERE level = 8 AND index = 41');
  await app.database.sql('UPDATE ledger_node SET hash = $1 WHERE level = 8 AND index = 5', [taken.hash]);
  assert.equal((await audited()).ok, true);
});

interface Entry {
  seq: number;
  from: string;
  to: string;
}

async function page(query: string): Promise<{ seqs: number[]; next: string | null }> {
  const { status, json } = await app.city.get(`/api/ledger?${query}`);
  assert.equal(status, 200);
  return { seqs: json.entries.map((entry: Entry) => entry.seq), next: json.next };
}

/** Compares what the calls show of an account with the export, by every filter. */
async function assertPages(account: string, entries: readonly Entry[]): Promise<void> {
  const own = entries.filter(({ from, to }) => [from, to].includes(account)).map((entry) => entry.seq);
  const newest = own.toReversed();
  const read: number[] = [];
  let next: string | null = `account=${account}&limit=200`;
  for (let pages = 0; next && pages < 4; pages++) {
    const shown: Awaited<ReturnType<typeof page>> = await page(next.replace(/^\?/, ''));
    read.push(...shown.seqs);
    next = shown.next;
  }
  assert.deepEqual(read, newest.slice(0, 800));
  // At and around block boundaries, in both directions.
  for (const edge of [
    1,
    2,
    entriesPerBlock,
    entriesPerBlock + 1,
    2 * entriesPerBlock + 7,
    count - 1,
    count + 9,
  ]) {
    const [before, since] = [
      `account=${account}&limit=3&before_id=${edge}`,
      `account=${account}&limit=3&since_id=${edge}`,
    ];
    assert.deepEqual((await page(before)).seqs, newest.filter((seq) => seq < edge).slice(0, 3), before);
    assert.deepEqual((await page(since)).seqs, own.filter((seq) => seq > edge).slice(0, 3), since);
  }
}

test('an account’s entries are found anywhere in the ledger, indexed or not yet', async () => {
  const accounts = ['agent:rich', 'agent:a7', 'mint', 'escrow:999'];
  const readAll = async () => {
    const lines = (await app.city.get('/api/ledger/export')).text.trim().split('\n');
    const entries: Entry[] = lines.map((line) => JSON.parse(line));
    for (const account of accounts) await assertPages(account, entries);
  };
  const blocks = async () => (await app.database.sql('SELECT blocks FROM ledger_lists'))[0].blocks;
  assert.equal(await blocks(), 0);
  await readAll();
  // Two at once, of which one may find the other running; then nothing is left to do.
  await Promise.all([1, 2].map(() => indexCompleteBlocks(testLedger.transaction)));
  assert.equal(await blocks(), Math.floor(count / entriesPerBlock));
  await readAll();
  // The sealer lists every block that it completes.
  await app.database.sql('DELETE FROM ledger_account_list WHERE block = 4');
  await app.database.sql('UPDATE ledger_lists SET blocks = 4');
  await testLedger.post(tip('agent:rich', 'agent:late', 1));
  accounts.push('agent:late');
  while ((await blocks()) < 5) await sleep(10);
  await readAll();
  const found = await audit(testLedger.transaction);
  assert.deepEqual(found.problems, []);
  // A list that lost an entry does not hide it from the audit.
  await app.database.sql(
    `UPDATE ledger_account_list SET places = places[2:] WHERE account = 'agent:a7' AND block = 1`,
  );
  assert.match((await audit(testLedger.transaction)).problems.join(), /the account index has/);
  await app.database.sql('DELETE FROM ledger_account_list; UPDATE ledger_lists SET blocks = 0');
  await indexCompleteBlocks(testLedger.transaction);
});
