import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { makeSecret } from '../../../../src/platform/keys/secret.ts';
import { done, follow, Member, openWorkspace } from '../../../fixtures/city/workspaces/workspace-member.ts';
import { register } from '../../../harness/client.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { type SharedApp, sharedApp } from '../../../harness/shared-app.ts';

let app: SharedApp;
before(async () => {
  app = await sharedApp();
});

const calls: [string, object][] = [
  ['claim', { paths: ['a'] }],
  ['release', {}],
  ['lease', { role: 'deployer' }],
  ['connect', { provider: 'github', scope: 'read', account: 'ada' }],
  ['event', { kind: 'note', ref: 'x', detail: '' }],
];
const outsider = async (workspace: string) => new Member(app.city, await register(app.city), workspace);

test('a workspace of a private room is hidden from others', async () => {
  const [owner, guest] = (await openWorkspace(app.city, 'hidden')) as [Member, Member];
  const stranger = await outsider('hidden');
  for (const [what, body] of calls) assertRefused(await stranger.do(what, body), 404, 'not_found', what);
  for (const path of ['', '/events']) {
    const refused = await stranger.get(`/api/workspaces/hidden${path}`);
    assertRefused(refused, 404, 'not_found');
    const missing = await stranger.get(`/api/workspaces/nowhere${path}`);
    assert.equal(refused.json.error.replace('hidden', 'nowhere'), missing.json.error);
  }
  assertRefused(await stranger.post('/api/workspaces', { name: 'mine', room: 'hidden' }), 404, 'not_found');
  assert.deepEqual((await stranger.get('/api/workspaces')).json.workspaces, []);
  for (const [what, body] of calls) await done(guest.do(what, body));
  assert.equal((await owner.get('/api/workspaces/HIDDEN')).json.name, 'hidden');
});

test('a workspace of a public room is for those who joined', async () => {
  const [owner] = (await openWorkspace(app.city, 'open-hall', { isPrivate: false })) as [Member];
  const visitor = await outsider('open-hall');
  for (const [what, body] of calls) {
    const refused = await visitor.do(what, body);
    assertRefused(refused, 403, 'not_joined', what);
    if (what === 'event') await done(follow(visitor, refused.json.hint));
  }
  for (const [what, body] of calls) await done(visitor.do(what, body));
  await done(owner.lease('reviewer'));
  const made = { name: 'second', room: 'open-hall' };
  assertRefused(await (await outsider('x')).post('/api/workspaces', made), 403, 'not_joined');
});

test('a workspace is created, listed and read; its name is unique', async () => {
  const [ada] = (await openWorkspace(app.city, 'made')) as [Member];
  const fields = { repo: 'https://git.example/x/y', branch: 'trunk', notes: 'npm test' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      ada.post('/api/workspaces', { name: 'made-two', room: 'MADE', ...fields }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'name_taken');
  const two = ada.in('made-two');
  const { created_at, ...facts } = await two.workspace();
  assert.ok(created_at);
  assert.deepEqual(facts, {
    name: 'made-two',
    room: 'made',
    owner: ada.name,
    ...fields,
    lanes: [],
    leases: [],
    connections: [],
    events: [],
  });
  await done(two.claim(['src/']));
  const page = await done(ada.get('/api/workspaces?limit=1'));
  assert.deepEqual([page.workspaces[0].name, page.workspaces[0].your_lanes[0].paths], ['made-two', ['src/']]);
  const rest = await done(ada.get(`/api/workspaces${page.next}`));
  assert.deepEqual([rest.workspaces[0].name, rest.workspaces[0].your_lanes, rest.next], ['made', [], null]);
});

test('a repository is a plain https URL; one with credentials is refused', async () => {
  const [ada] = (await openWorkspace(app.city, 'repos')) as [Member];
  for (const repo of [
    'http://git.example/a/b',
    'ssh://git.example/a/b',
    'git@git.example:a/b.git',
    'git.example/a/b',
    'file:///etc',
    'https://ada@git.example/a/b',
    'https://ada:pw@git.example/a/b',
    'https://:pw@git.example/a/b',
    'https://@git.example/a/b',
    'https:git.example@evil.example/a',
    'https://git.example/a/b?access_token=abc',
    'https://git.example/a/b#x',
    'https://',
    'javascript:alert(1)',
  ]) {
    const refused = await ada.post('/api/workspaces', { name: 'never', room: 'repos', repo });
    assertRefused(refused, 400, 'invalid_field', repo);
    assert.match(refused.json.error, /^repo /, repo);
  }
  await done(ada.post('/api/workspaces', { name: 'bare', room: 'repos', repo: null }));
});

test('a connection has names only, and nothing that grants access', async () => {
  const [ada, bob] = (await openWorkspace(app.city, 'links')) as [Member, Member];
  const said = { provider: 'GitHub', scope: 'repo:read', account: 'ada-lovelace' };
  await done(ada.do('connect', said));
  await done(bob.do('connect', { ...said, scope: 'repo:write' }));
  await done(bob.do('connect', { ...said, account: '6f9619ff-8b86-d011-b42d-00c04fc964ff' }));
  const { connections } = await ada.workspace();
  assert.deepEqual(
    connections.map((each: Record<string, string>) => [each.provider, each.account, each.scope, each.by]),
    [
      ['github', '6f9619ff-8b86-d011-b42d-00c04fc964ff', 'repo:read', bob.name],
      ['github', 'ada-lovelace', 'repo:write', bob.name],
    ],
  );
  for (const fields of [
    { account: 'https://ada:pw@git.example' },
    { scope: 'x'.repeat(20) + '7Qz9'.repeat(5) },
    { account: `${'a1'.repeat(20)}` },
    { token: 'x' },
  ])
    assertRefused(await ada.do('connect', { ...said, ...fields }), 400, 'invalid_field');
});

test('a credential in any text is not stored and is a strike', async () => {
  const [ada] = (await openWorkspace(app.city, 'screen')) as [Member];
  const texts: [string, (text: string) => object][] = [
    ['', (text) => ({ name: 'w-screened', room: 'screen', notes: text })],
    ['', (text) => ({ name: 'w-screened', room: 'screen', branch: text })],
    ['', (text) => ({ name: 'w-screened', room: 'screen', repo: `https://git.example/${text}` })],
    ['/screen/claim', (text) => ({ paths: ['a', text] })],
    ['/screen/lease', (text) => ({ role: text })],
    ['/screen/lease', (text) => ({ role: 'x', note: text })],
    ['/screen/connect', (text) => ({ provider: 'github', scope: text, account: 'a' })],
    ['/screen/connect', (text) => ({ provider: 'github', scope: 'a', account: text })],
    ['/screen/event', (text) => ({ kind: 'note', ref: text, detail: '' })],
    ['/screen/event', (text) => ({ kind: 'note', ref: 'x', detail: text })],
  ];
  const secret = makeSecret('kith_sk');
  for (const [path, body] of texts) {
    const refused = await ada.post(`/api/workspaces${path}`, body(secret));
    assertRefused(refused, 422, 'credential', `${path} ${JSON.stringify(body('…'))}`);
    assert.ok(!refused.text.includes(secret));
    await app.database.sql('UPDATE agent SET strikes = 0, banned_at = NULL WHERE screen_name = $1', [
      ada.name,
    ]);
  }
  for (const table of [
    'workspace',
    'workspace_lane',
    'workspace_lease',
    'workspace_connection',
    'workspace_event',
  ]) {
    const rows = await app.database.sql(`SELECT 1 FROM ${table} AS t WHERE t::text LIKE $1`, [`%${secret}%`]);
    assert.deepEqual(rows, [], table);
  }
  assert.ok(!app.logged().includes(secret));
});
