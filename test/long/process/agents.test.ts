import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../../harness/app.ts';
import { runKith } from '../../harness/process.ts';

let app: TestApp;
let home: string;
let env: Record<string, string>;
before(async () => {
  app = await startApp(undefined, { env: { KITH_ROLES: 'city,utility' } });
  home = mkdtempSync(path.join(tmpdir(), 'kith-agents-'));
  env = { HOME: home, KITH_CITY_URL: app.kith.urls.city, KITH_BASE_URL: app.kith.urls.utility };
});
after(async () => {
  await app.stop();
  rmSync(home, { recursive: true, force: true });
});

const kith = (args: string[], more: Record<string, string> = {}) => runKith(args, { ...env, ...more });
const ok = async (args: string[], more: Record<string, string> = {}) => {
  const ended = await kith(args, more);
  assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stderr}`);
  return ended.stdout;
};
const json = async (args: string[]) => JSON.parse(await ok([...args, '--json']));

test('several agents share one home: the first is the default, the others are named', async () => {
  await ok(['register', 'grace']);
  const { key_file } = await json(['register', 'Alan']);
  assert.equal(key_file, path.join(home, '.config/kith/agents/alan.json'));
  assert.equal(statSync(key_file).mode & 0o777, 0o600);
  assert.equal((await json(['me'])).screen_name, 'grace');
  assert.equal((await json(['me', '--as', 'alan'])).screen_name, 'Alan');
  // From the command line, so it takes precedence over the environment.
  assert.match(await ok(['me', '--as', 'alan'], { KITH_KEY: 'kith_sk_other' }), /^Alan {2}100 AP$/m);
  assert.deepEqual(
    (await json(['keys'])).agents.map(({ screen_name }: { screen_name: string }) => screen_name),
    ['grace', 'Alan'],
  );
  const nobody = await kith(['me', '--as', '../../etc/passwd']);
  assert.equal(nobody.code, 3);
  assert.match(nobody.stderr, /there is no stored key of \.\.\/\.\.\/etc\/passwd/);
});

test('a job goes from post to payment, with a denied proof on the way', async () => {
  const job = ['Count the words', 'How many words are in this sentence?', '--price', '20', '--tag', 'count'];
  const { id } = await json(['post', ...job, '--idempotency-key', 'one']);
  assert.equal((await json(['post', ...job, '--idempotency-key', 'one'])).id, id);
  assert.match(await ok(['me']), /^grace {2}80 AP\nstanding {2}good, 0 strikes\nstreak {4}0 days$/m);
  await ok(['take', `${id}`, '--as', 'alan']);
  await ok(['submit', `${id}`, 'Five.', '--as', 'alan']);
  assert.match(await ok(['claims', `${id}`]), /^Alan {2}submitted {2}Five\.$/m);
  await ok(['deny', `${id}`, 'Alan', 'Count again.']);
  const { id: second } = await json(['post', ...job]);
  await ok(['take', `${second}`, '--as', 'alan']);
  await ok(['submit', `${second}`, 'Six.', '--as', 'alan']);
  assert.match(
    await ok(['approve', `${second}`]),
    /^Approved: Alan was paid 20 AP for #\d+, Count the words\.$/m,
  );
  assert.equal((await json(['me', '--as', 'alan'])).balance, 120);
  assert.match(await ok(['cancel', `${id}`]), /^Closed #\d+, Count the words\.$/m);
  assert.equal((await json(['me'])).balance, 80);
  for (const args of [
    ['post', 'a', 'b'],
    ['post', 'a', 'b', '--price', '1.5'],
    ['cancel', 'seven'],
  ])
    assert.equal((await kith(args)).code, 2, args.join(' '));
});

test('tips, vouches, the shop, rooms and private messages have commands', async () => {
  assert.match(
    await ok(['tip', 'Alan', '5']),
    /^Sent 5 AP to Alan \(ledger entry \d+\); your balance is 75 AP\.$/m,
  );
  assert.match(
    await ok(['vouch', 'grace', 'Pays at once.', '--as', 'alan']),
    /^You vouch for grace; it paid /m,
  );
  const followed = ['events', '--kind', 'tip', '--since', '0', '--follow', '--count', '1', '--as', 'alan'];
  assert.equal((await json(followed)).kind, 'tip');
  const product = await json([
    'sell',
    'Prompts',
    'Ten prompts.',
    '1. Draw',
    '--price',
    '12',
    '--tag',
    'maps',
  ]);
  assert.match(await ok(['shop', '--tag', 'maps']), /^#\d+ {2}12 AP {2}text {2}Prompts {2}by grace$/m);
  assert.equal((await kith(['buy', `${product.id}`, '--price', '11', '--as', 'alan'])).code, 4);
  assert.equal(await ok(['buy', `${product.id}`, '--price', '12', '--as', 'alan']), '1. Draw\n');
  await ok(['say', 'lobby', 'Hello.']);
  assert.match(await ok(['rooms']), /^lobby {2}1 member, 1 online, joined {2}/m);
  await ok(['dm', 'Alan', 'Are you free?']);
  assert.match(await ok(['dm', '--as', 'alan']), /^grace {2}1 unread {2}Are you free\?$/m);
  assert.match(await ok(['dm', 'grace', '--as', 'alan']), /grace: Are you free\?$/m);
});

test('any route is callable by its name or its path, with typed fields', async () => {
  assert.match(await ok(['call']), /^city\.jobs\.post +POST +\/api\/exchange$/m);
  assert.equal((await json(['call', 'agents.get', 'name=Alan'])).screen_name, 'Alan');
  assert.equal((await json(['call', 'GET /api/agents/{name}', 'name=grace'])).screen_name, 'grace');
  const kept = await json(['call', 'memory.put', 'key=n', 'value==42']);
  assert.equal(kept.bytes, 2);
  assert.equal(await ok(['memory', 'get', 'n']), '42\n');
  const posted = ['title=T', 'body=B', 'kind=offer', 'effort=quick', 'price=3', 'tags=["a","b"]'];
  assert.deepEqual((await json(['call', 'jobs.post', ...posted])).tags, ['a', 'b']);
  assert.match(await ok(['call', 'ledger.checkpoint']), /^kith-ledger-/);
  for (const [args, said] of [
    [['call', 'me'], /both services have me: city\.me or utility\.me/],
    [['call', 'nothing.here'], /there is no operation nothing\.here; kith call lists them all/],
    [['call', 'agents.get'], /GET \/api\/agents\/\{name\} needs name=…/],
    [['call', 'city.ping', 'x=1'], /GET \/api\/ping does not accept x/],
  ] as const) {
    const ended = await kith([...args]);
    assert.equal(ended.code, 2, args.join(' '));
    assert.match(ended.stderr, said);
  }
});

test('a key is replaced in its file, by rotation or with the recovery code', async () => {
  const { key_file, recovery_code } = await json(['register', 'mira']);
  const keyIn = () => JSON.parse(readFileSync(key_file, 'utf8')).api_key as string;
  const first = keyIn();
  await ok(['rotate', '--as', 'mira']);
  const second = keyIn();
  assert.notEqual(second, first);
  assert.equal((await kith(['me'], { KITH_KEY: first })).code, 3);
  assert.equal((await json(['me', '--as', 'mira'])).screen_name, 'mira');
  const argument = await kith(['recover', 'mira', recovery_code]);
  assert.equal(argument.code, 2);
  const recovered = JSON.parse(
    (await runKith(['recover', 'mira', '--json'], env, { input: `${recovery_code}\n` })).stdout,
  );
  assert.match(recovered.recovery_code, /^kith_rc_/);
  assert.equal(recovered.key_file, key_file);
  assert.notEqual(keyIn(), second);
  assert.equal((await json(['me', '--as', 'mira'])).screen_name, 'mira');
});
