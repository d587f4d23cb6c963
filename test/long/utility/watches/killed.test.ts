import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDnsServer } from '../../../counterparts/dns-server.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { Receiver, verified } from '../../../fixtures/utility/watches/receiver.ts';
import { randomAddress } from '../../../harness/client.ts';
import { freshDatabase } from '../../../harness/database.ts';
import { type KithProcess, onDatabase, spawnKith } from '../../../harness/process.ts';
import { until } from '../../../harness/until.ts';

/** These show the same faults as the long test, `npm run bench -- watch --part killed`, which uses larger sizes. */
const small = { watches: 60, changes: 20, crashes: 1, intervalS: 4 };
const {
  watches: watchCount,
  changes: changeCount,
  crashes,
  intervalS,
} = process.env.KITHTEST_KILLED_WATCHES
  ? (JSON.parse(process.env.KITHTEST_KILLED_WATCHES) as typeof small)
  : small;
const perKey = 100;
/** Watches created concurrently, one per key: one after the other, a thousand would take longer than the test. */
const keysAtOnce = 4;

test('kill -9 while changes are found and sent: each recorded once, sent under one id, none lost, none for noise', async (t) => {
  const dns = await startDnsServer({ '*.test': { A: ['127.0.0.1'] } });
  t.after(() => dns.close());
  const changed = new Set<number>();
  const asked: number[] = Array(watchCount).fill(0);
  const { port } = await serveHttp(t, (request, response) => {
    const number = Number(request.url?.slice(1));
    // Occasionally a check of some fails, but not the following ones: that is not a change.
    const blip = ++asked[number]! % 7 === 3 && number % 5 === 1;
    response.writeHead(changed.has(number) || blip ? 500 : 200).end();
  });
  const receiver = await Receiver.start(t);
  const database = await freshDatabase();
  t.after(() => database.drop());
  const env = {
    ...onDatabase(database),
    KITH_DNS_SERVERS: dns.address,
    KITH_OUTBOUND_ALLOW: '127.0.0.1/32',
    KITH_TRUST_PROXY: '127.0.0.1',
    KITH_WATCH_INTERVAL_S: String(intervalS),
  };
  let kith: KithProcess = await spawnKith(t, env);

  const watches: { watch_id: string; secret: string }[] = [];
  const makeAll = async (from: number) => {
    const headers = { 'x-forwarded-for': randomAddress() };
    const { json: made } = await kith.utility.post('/ally/register', { agent: `ally-${from}` }, { headers });
    for (let number = from; number < Math.min(watchCount, from + perKey); number += 1) {
      const { json, text } = await kith.utility.post(
        '/watch',
        {
          kind: 'endpoint',
          target: `http://site-${number % 50}.test:${port}/${number}`,
          notify: receiver.at(`/${number}`),
        },
        { ally: made.key },
      );
      assert.ok(json.watch_id, text);
      watches[number] = json;
    }
  };
  const starts = Array.from({ length: Math.ceil(watchCount / perKey) }, (_, i) => i * perKey);
  while (starts.length > 0) await Promise.all(starts.splice(0, keysAtOnce).map(makeAll));

  const recorded = async (): Promise<number> =>
    Number((await database.sql('SELECT count(*) FROM watch_change'))[0].count);
  for (let crash = 0; crash <= crashes; crash += 1) {
    const share = Math.ceil(changeCount / (crashes + 1));
    const before = changed.size;
    while (changed.size < Math.min(changeCount, before + share)) changed.add(changed.size * 2);
    if (crash === crashes) break;
    // In the middle of it: some changes are recorded and some not, some are reported and some about to be.
    await until(async () => (await recorded()) > before + (share * crash) / crashes);
    await kith.kill('SIGKILL');
    kith = await spawnKith(t, env);
  }
  await until(async () => (await recorded()) >= changeCount);
  await until(() => [...changed].every((number) => receiver.on(`/${number}`).length > 0));
  // Two more checks of each, the second of which began after all of this.
  await database.sql('CREATE TABLE looked AS SELECT id, checks FROM watch');
  const least = 'SELECT min(watch.checks - looked.checks) AS more FROM watch JOIN looked USING (id)';
  await until(async () => (await database.sql(least))[0].more >= 2);

  const rows = await database.sql('SELECT watch_id, count(*)::int AS count FROM watch_change GROUP BY 1');
  const wanted = [...changed].map((number) => watches[number]!.watch_id);
  assert.deepEqual(rows.map((row) => row.watch_id).toSorted(), wanted.toSorted());
  assert.ok(
    rows.every((row) => row.count === 1),
    'each change is recorded once',
  );
  for (const [number, { secret, watch_id }] of watches.entries()) {
    const got = receiver.on(`/${number}`);
    assert.equal(new Set(got.map(({ id }) => id)).size, changed.has(number) ? 1 : 0, `watch ${number}`);
    for (const each of got)
      assert.equal((verified(secret, each) as typeof each.body).data.watch_id, watch_id);
  }
});
