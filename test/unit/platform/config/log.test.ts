import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { createLog, scrub } from '../../../../src/platform/log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const sink = new PassThrough();
  write(createLog({ level: 'trace', destination: sink }));
  return String(sink.read() ?? '');
}

test('a secret never reaches the log, whatever its path into a line', () => {
  const secrets = ['kith_sk', 'kith_ally', 'kith_rc'].map(makeSecret);
  for (const secret of secrets) {
    const bare = secret.slice(secret.lastIndexOf('_') + 1);
    const cyclic = Object.assign(new Error(`failed with ${secret}`), { headers: { authorization: secret } });
    const lines = logged((log) => {
      log.info(secret);
      log.warn({ [secret]: secret, nested: { list: [secret, { secret }] } }, 'in %s', secret);
      log.error({ err: cyclic }, 'oops');
      log.child({ key: secret }).debug(`a${secret}b`);
      log.info({ url: `/api/x?key=${secret}&y=${encodeURIComponent(secret)}` });
    });
    assert.equal(lines.trim().split('\n').length, 5);
    assert.ok(!lines.includes(bare), lines);
    for (const line of lines.trim().split('\n')) JSON.parse(line);
  }
});

test('bearer tokens, passwords and query strings in URLs are masked, the rest stays', () => {
  assert.equal(scrub('authorization: Bearer abc.def-ghi next'), 'authorization: Bearer … next');
  assert.equal(scrub('"BEARER   tok"'), '"BEARER   …"');
  assert.equal(scrub('postgres://kith:hunter2@db:5432/kith?x=1'), 'postgres://kith:…@db:5432/kith?…');
  assert.equal(scrub('GET https://a.test/p?token=abc&x=1#f failed'), 'GET https://a.test/p?… failed');
  assert.equal(scrub('s3://key:sec%2Fret@host/bucket'), 's3://key:…@host/bucket');
  const plain = '{"msg":"request","route":"/api/agents/:name","url":"http://127.0.0.1:4021/x"}';
  assert.equal(scrub(plain), plain);
});

test('scrubbed JSON is still JSON', () => {
  const secret = makeSecret('kith_sk');
  fc.assert(
    fc.property(fc.json(), fc.string(), (json, text) => {
      const line = JSON.stringify({ json, text: `${text} ${secret} Bearer ${secret}` });
      const scrubbed = scrub(line);
      assert.ok(!scrubbed.includes(secret));
      assert.doesNotThrow(() => JSON.parse(scrubbed));
    }),
  );
});
