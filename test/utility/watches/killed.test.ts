import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDnsServer } from '../../counterparts/dns-server.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { randomAddress } from '../../harness/client.ts';
import { freshDatabase } from '../../harness/database.ts';
import { type KithProcess, onDatabase, spawnKith } from '../../harness/process.ts';
import { Receiver, until, verified } from './receiver.ts';

/** Larger figures make it the long trial; these show the same faults in a minute. */
const watchCount = 60;
const changeCount = 20;
const crashes = 1;
const perKey = 100;

test('kill -9 while changes are seen and told: each recorded once, told under one id, none lost, none for noise', {
  timeout: 300_000,
}, async (t) => {
  const dns = await startDnsServer({ '*.test': { A: ['127.0.0.1'] } });
  t.after(() => dns.close());
  const changed = new Set<number>();
  const asked: number[] = Array(watchCount).fill(0);
  const { port } = await serveHttp(t, (request, response) => {
    const number = Number(request.url?.slice(1));
    // Every third look at some fails, but the one after it does not: that is no change.
    const blip = ++asked[number]! % 3 === 0 && number % 5 === 1;
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
    KITH_WATCH_INTERVAL_S: '6',
  };
  let kith: KithProcess = await spawnKith(t, env);

  const watches: { watch_id: string; secret: string; ally: string }[] = [];
  let ally = '';
  for (let number = 0; number < watchCount; number += 1) {
    const headers = { 'x-forwarded-for': randomAddress() };
    if (number % perKey === 0) {
      ally = (await kith.utility.post('/ally/register', { agent: `ally-${number}` }, { headers })).json.key;
    }
    const body = {
      kind: 'endpoint',
      target: `http://site.test:${port}/${number}`,
      notify: receiver.at(`/${number}`),
    };
    const { json, text } = await kith.utility.post('/watch', body, { ally });
    assert.ok(json.watch_id, text);
    watches.push({ ...json, ally });
  }

  const recorded = async (): Promise<number> =>
    Number((await database.sql('SELECT count(*) FROM watch_change'))[0].count);
  for (let crash = 0; crash <= crashes; crash += 1) {
    const share = Math.ceil(changeCount / (crashes + 1));
    const before = changed.size;
    while (changed.size < Math.min(changeCount, before + share)) changed.add(changed.size * 2);
    if (crash === crashes) break;
    // In the middle of it: some are recorded and some are not, some told and some only about to be.
    await until(async () => (await recorded()) > before);
    await kith.kill('SIGKILL');
    kith = await spawnKith(t, env);
  }
  await until(async () => (await recorded()) >= changeCount);
  await until(() => [...changed].every((number) => receiver.on(`/${number}`).length > 0));
  const looked = await database.sql('SELECT max(checks) AS most FROM watch');
  await until(
    async () => (await database.sql('SELECT min(checks) AS least FROM watch'))[0].least > looked[0].most,
  );

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
