import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createDns } from '../../../../src/platform/outbound/dns.ts';
import { startDnsServer, type Zone } from '../../../counterparts/dns-server.ts';

const SOA = {
  nsname: 'ns1.kith.test',
  hostmaster: 'ops.kith.test',
  serial: 2026010101,
  refresh: 7200,
  retry: 900,
  expire: 1209600,
  minttl: 300,
};
const LONG = Array.from({ length: 40 }, (_, i) => `${i}:${'x'.repeat(200)}`);

const ZONE: Zone = {
  'kith.test': {
    A: ['192.0.2.1', '192.0.2.2'],
    AAAA: ['2001:db8::1'],
    MX: [{ priority: 10, exchange: 'mail.kith.test' }],
    TXT: ['v=spf1 -all', ['two ', 'parts']],
    NS: ['ns1.kith.test', 'ns2.kith.test'],
    CAA: [{ flags: 128, tag: 'issue', value: 'letsencrypt.org' }],
    SOA,
    ttl: 77,
  },
  'www.kith.test': { CNAME: 'edge.kith.test' },
  'edge.kith.test': { CNAME: 'kith.test' },
  'dangling.kith.test': { CNAME: 'nowhere.kith.test' },
  'nullmx.test': { MX: [{ priority: 0, exchange: '' }] },
  '_sip._tcp.kith.test': { SRV: [{ priority: 1, weight: 2, port: 5061, name: 'sip.kith.test' }] },
  '1.2.0.192.in-addr.arpa': { PTR: ['kith.test'] },
  'large.test': { TXT: LONG },
  'four.test': { A: ['192.0.2.9'] },
  'broken.test': 'servfail',
  'closed.test': 'refused',
  'silent.test': 'drop',
  '*.wild.test': { A: ['192.0.2.7'] },
};

const server = await startDnsServer(ZONE);
const dns = createDns({ servers: [server.address], timeoutMs: 1_500, tries: 2 });
test.after(async () => {
  dns.close();
  await server.close();
});

test('records of every type are returned as in the zone', async () => {
  const found = async (name: string, type: Parameters<typeof dns.query>[1]) => {
    const answer = await dns.query(name, type);
    assert.ok(answer.ok, `${name} ${type}`);
    return answer.records;
  };
  assert.deepEqual(await found('kith.test', 'A'), [
    { address: '192.0.2.1', ttl: 77 },
    { address: '192.0.2.2', ttl: 77 },
  ]);
  assert.deepEqual(await found('kith.test', 'AAAA'), [{ address: '2001:db8::1', ttl: 77 }]);
  assert.partialDeepStrictEqual(await found('kith.test', 'MX'), [
    { exchange: 'mail.kith.test', priority: 10 },
  ]);
  assert.deepEqual(await found('kith.test', 'TXT'), [['v=spf1 -all'], ['two ', 'parts']]);
  assert.deepEqual(await found('kith.test', 'NS'), ['ns1.kith.test', 'ns2.kith.test']);
  assert.partialDeepStrictEqual(await found('kith.test', 'CAA'), [
    { critical: 128, issue: 'letsencrypt.org' },
  ]);
  assert.partialDeepStrictEqual(await found('kith.test', 'SOA'), [SOA]);
  assert.deepEqual(await found('www.kith.test', 'CNAME'), ['edge.kith.test']);
  assert.partialDeepStrictEqual(await found('_sip._tcp.kith.test', 'SRV'), [
    { port: 5061, name: 'sip.kith.test' },
  ]);
  assert.deepEqual(await found('1.2.0.192.in-addr.arpa', 'PTR'), ['kith.test']);
  assert.partialDeepStrictEqual(await found('nullmx.test', 'MX'), [{ exchange: '', priority: 0 }]);
  assert.deepEqual(await found('any.wild.test', 'A'), [{ address: '192.0.2.7', ttl: 60 }]);
});

test('absence and failure are distinguished', async () => {
  const reasons = {
    'nowhere.test': 'nxdomain',
    'dangling.kith.test': 'nxdomain',
    'four.test': 'nodata',
    '_tcp.kith.test': 'nodata',
    'broken.test': 'servfail',
    'closed.test': 'refused',
    'silent.test': 'timeout',
    'bad name.test': 'bad_name',
    'a..b': 'bad_name',
    '': 'bad_name',
    'back\\slash.test': 'bad_name',
    [`${'x'.repeat(64)}.test`]: 'bad_name',
  } as const;
  for (const [name, reason] of Object.entries(reasons)) {
    assert.deepEqual(await dns.query(name, 'MX'), { ok: false, reason }, name);
  }
});

test('a missing resolver is unreachable or silent, never an absence', async () => {
  const gone = await startDnsServer({});
  await gone.close();
  const lost = createDns({ servers: [gone.address], timeoutMs: 300, tries: 1 });
  const answer = await lost.query('kith.test', 'A');
  assert.ok(!answer.ok && ['unreachable', 'timeout'].includes(answer.reason), JSON.stringify(answer));
  lost.close();
});

test('a response too large for UDP is fetched over TCP', async () => {
  const answer = await dns.query('large.test', 'TXT');
  assert.ok(answer.ok);
  assert.deepEqual(answer.records.flat().toSorted(), LONG.toSorted());
  const transports = server.asked
    .filter(({ name }) => name === 'large.test')
    .map(({ transport }) => transport);
  assert.deepEqual(transports, ['udp', 'tcp']);
});

test('all addresses of a host are found, families alternating, through CNAMEs', async () => {
  const addresses = ['192.0.2.1', '2001:db8::1', '192.0.2.2'];
  assert.deepEqual(await dns.resolveAddresses('www.kith.test'), { ok: true, records: addresses });
  assert.deepEqual(await dns.resolveAddresses('four.test'), { ok: true, records: ['192.0.2.9'] });
  assert.deepEqual(await dns.resolveAddresses('nowhere.test'), { ok: false, reason: 'nxdomain' });
  assert.deepEqual(await dns.resolveAddresses('broken.test'), { ok: false, reason: 'servfail' });
});

test('without its own servers it uses the system’s, /etc/hosts included', async () => {
  const system = createDns();
  const answer = await system.resolveAddresses('localhost');
  assert.ok(answer.ok && answer.records.every((address) => ['127.0.0.1', '::1'].includes(address)));
  system.close();
});

test('many concurrent queries are all answered', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => dns.query('four.test', 'A')));
  assert.ok(answers.every((answer) => answer.ok));
});

test('a waiting query can be aborted', async () => {
  const answer = await dns.query('four.test', 'A', AbortSignal.abort());
  assert.deepEqual(answer, { ok: false, reason: 'cancelled' });
});

test('the hosts file is read before any server is queried, and again when it changes', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-hosts-'));
  t.after(() => rm(dir, { recursive: true }));
  const hostsFile = path.join(dir, 'hosts');
  await writeFile(
    hostsFile,
    '# comment\n192.0.2.50  Desk.kith.test desk # mine\n2001:db8::50 desk.kith.test\nbad line\n',
  );
  const own = createDns({ hostsFile });
  t.after(() => own.close());
  assert.deepEqual(await own.resolveAddresses('desk.kith.test'), {
    ok: true,
    records: ['192.0.2.50', '2001:db8::50'],
  });
  assert.deepEqual(await own.resolveAddresses('DESK'), { ok: true, records: ['192.0.2.50'] });
});

test('names that never resolve do not block others', async () => {
  const silent = Array.from({ length: 16 }, () => dns.resolveAddresses('silent.test'));
  assert.deepEqual(await dns.resolveAddresses('four.test'), { ok: true, records: ['192.0.2.9'] });
  for (const answer of await Promise.all(silent)) assert.deepEqual(answer, { ok: false, reason: 'timeout' });
});
