import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serveHttp } from '../../counterparts/servers.ts';
import { startWorld, type World } from '../../fixtures/utility/world.ts';
import { connect } from './connect.ts';

let world: World;
before(async () => {
  world = await startWorld(undefined, {
    zone: {
      'shop.test': { A: ['192.0.2.5'] },
      'site.test': { A: ['127.0.0.1'] },
      'dead.test': 'servfail',
    },
  });
});
after(async () => {
  await world.stop();
  await world.dns.close();
});

test('skills are found by words and called; a result is exactly the JSON of the HTTP response', async () => {
  const { utility, ally } = world;
  const mcp = await connect(utility.url, { headers: { 'x-ally-key': ally } });
  const { json: catalogue } = await utility.get('/skills');
  const all = await mcp.ok('find_skill');
  assert.equal(all.text.split('\n').length, catalogue.count);
  const found = await mcp.ok('find_skill', { skill: 'dns-lookup' });
  assert.deepEqual(found.params, catalogue.skills.find(isDns).params);
  assert.equal((await mcp.refused('find_skill', { skill: 'zzzz' })).code, 'not_found');

  const lookup = await mcp.use('call_skill', { skill: 'dns-lookup', params: { domain: 'shop.test' } });
  const http = await utility.get('/dns-lookup?domain=shop.test', { ally });
  assert.deepEqual(lookup.structuredContent, http.json);
  const [line] = lookup.content;
  assert.deepEqual(JSON.parse(line?.type === 'text' ? line.text : ''), http.json);

  const long = `{"a": "${'x'.repeat(30_000)}",}`;
  const repaired = await mcp.ok('call_skill', { skill: '/json-repair', params: { json: long } });
  assert.deepEqual(repaired, (await utility.post('/json-repair', { json: long }, { ally })).json);
  const named = await mcp.ok('call', { name: 'dnsLookup', query: { domain: 'shop.test' } });
  assert.deepEqual(named, http.json);
});

test('skills called by id return what their own address returns, refusals too', async (t) => {
  const { utility, ally } = world;
  const mcp = await connect(utility.url, { headers: { 'x-ally-key': ally } });
  const page = '<title>A shop</title><h1>A shop</h1><table><tr><th>a</th></tr><tr><td>1</td></tr></table>';
  const { port } = await serveHttp(t, (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  const url = `http://site.test:${port}/`;
  const calls: [string, Record<string, string>][] = [
    ['dns-lookup', { domain: 'shop.test' }],
    ['json-repair', { json: "{a: 'b',}" }],
    ['verify-email', { email: 'ada@shop.test' }],
    ['text-entities', { text: 'Write to ada@example.com.' }],
    ['ip-geo', { ip: '8.8.8.8' }],
    ['url-metadata', { url }],
    ['html-table', { url }],
    ['readability', { url }],
    ['security-headers', { url }],
    ['redirect-trace', { url: 'http://10.0.0.1/' }],
    ['tech-detect', { url: 'no address' }],
  ];
  const { json: catalogue } = await utility.get('/skills');
  for (const [skill, params] of calls) {
    assert.ok(
      catalogue.skills.some(({ path }: { path: string }) => path === `/${skill}`),
      skill,
    );
    const http = await utility.get(`/${skill}?${new URLSearchParams(params)}`, { ally });
    const used = await mcp.use('call_skill', { skill, params, max_age: 300 });
    assert.equal(used.isError === true, http.status >= 400, `${skill}: ${http.text}`);
    const got = used.structuredContent as Record<string, unknown>;
    if (http.status >= 400) assert.deepEqual([got.error, got.status], [http.json.error, http.status]);
    else assert.deepEqual(steady(got), steady(http.json), skill);
  }
  const expectedSkills = calls.slice(0, 9).map(([skill]) => skill);
  for (const skill of expectedSkills)
    assert.match((await mcp.refused('call_skill', { skill })).error, /missing/, skill);
});

/** Without the parts that differ from one call to the next. */
const steady = (json: object) =>
  JSON.parse(JSON.stringify(json, (name, value) => (/_ms$|^age$|^at$|_at$/.test(name) ? undefined : value)));

const isDns = ({ path }: { path: string }) => path === '/dns-lookup';

test('calls count against the same quotas, and failures do not', async () => {
  const { utility } = world;
  const { json } = await utility.post('/ally/register', { agent: 'counter' });
  const mcp = await connect(utility.url, { headers: { 'x-ally-key': json.key } });
  const left = async () =>
    Number(
      (await utility.get('/dns-lookup?domain=shop.test', { ally: json.key })).headers['ratelimit-remaining'],
    );
  const before = await left();
  await mcp.ok('call_skill', { skill: 'dns-lookup', params: { domain: 'shop.test' } });
  const failedLookup = await mcp.refused('call_skill', {
    skill: 'dns-lookup',
    params: { domain: 'dead.test' },
  });
  assert.ok(
    failedLookup.status >= 500 && failedLookup.hint && failedLookup.code && failedLookup.request_id,
    JSON.stringify(failedLookup),
  );
  assert.equal(before - (await left()), 2, 'the successful one, and this one');
});

test('a wrong call is explained, with the next step', async () => {
  const mcp = await connect(world.utility.url);
  const params = { domain: 'shop.test' };
  const keyless = await mcp.refused('call_skill', { skill: 'dns-lookup', params });
  assert.equal(keyless.status, 401);
  assert.match(keyless.hint, /Over MCP pass it as api_key/);
  await mcp.ok('call_skill', { skill: 'dns-lookup', params, free: true });
  const bad = await mcp.refused('call_skill', {
    skill: 'dns-lookup',
    params: { domain: 'not a name' },
    free: true,
  });
  assert.deepEqual([bad.status, bad.code], [400, 'invalid_field']);
  assert.match(bad.error, /domain/);
  for (const skill of ['dns-lockup', 'skills', '../healthz', 'a2a', 'healthz', 'ally/register'])
    assert.equal((await mcp.refused('call_skill', { skill })).code, 'not_found', skill);
});
