import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../chaos/site/ports.ts';
import { defaultProcesses } from '../../../src/app/settings/serving.ts';
import { register } from '../../harness/client.ts';
import { freshDataDir, serversOn } from '../../harness/data-dir.ts';
import { type KithProcess, runKith, spawnKith } from '../../harness/process.ts';
import { childrenOf, holderOf } from '../../harness/process-tree.ts';

const dataDir = await freshDataDir({ after });
const metricsPort = await freePort();
const env = {
  KITH_DATA_DIR: dataDir,
  KITH_PROCESSES: '2',
  KITH_TRUST_PROXY: '127.0.0.1',
  KITH_METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
};
let kith: KithProcess;
const cleaning: (() => Promise<unknown>)[] = [];
before(async () => {
  kith = await spawnKith({ after: (clean) => cleaning.push(clean) }, env);
});
after(() => Promise.all(cleaning.map((clean) => clean())));

const children = () => childrenOf(kith.child.pid);
const serving = () => children().filter(({ roles }) => roles === 'city,utility');
const logLines = () =>
  kith
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly clientPort: number;
}

/** One call over the single connection of an agent. */
function call(agent: Agent, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent = request(
    kith.city.url + path,
    {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    },
    async (response) => {
      let text = '';
      const clientPort = response.socket.localPort ?? 0;
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, headers: response.headers, text, clientPort });
    },
  );
  sent.on('error', reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

/** A connection to each serving process: the kernel decides which one accepts. */
async function connectionsToAll(t: { after(clean: () => void): void }): Promise<Agent[]> {
  const found = new Map<number, Agent>();
  const candidates = serving().map(({ pid }) => pid);
  while (found.size < candidates.length) {
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    await Promise.all(
      agents.map(async (agent) => {
        const { clientPort } = await call(agent, '/healthz');
        const pid = holderOf(candidates, clientPort);
        assert.ok(pid, 'one of the children holds the connection');
        if (found.has(pid)) agent.destroy();
        else found.set(pid, agent);
      }),
    );
  }
  t.after(() => {
    for (const agent of found.values()) agent.destroy();
  });
  return [...found.values()];
}

test('the default is one process per two cores, at most four', () => {
  assert.deepEqual([1, 2, 3, 4, 8, 64].map(defaultProcesses), [1, 1, 1, 2, 4, 4]);
});

test('two processes serve one port, background work has a third, and there is one database', async () => {
  const roles = children().map((each) => each.roles);
  assert.deepEqual(roles.sort(), ['city,utility', 'city,utility', 'worker']);
  assert.equal(serversOn(dataDir).length, 1);
});

test('a key created by one works in the other, a long poll wakes and an MCP session continues there', async (t) => {
  const [one, other] = await connectionsToAll(t);
  assert.ok(one && other);
  const { api_key } = await register(kith.city);
  const key = { authorization: `Bearer ${api_key}` };
  for (const agent of [one, other]) assert.equal((await call(agent, '/api/me', undefined, key)).status, 200);

  await kith.city.post('/api/rooms/lobby/join', undefined, { key: api_key });
  const poll = call(other, '/api/rooms/lobby/messages?since_id=0&wait=25');
  assert.equal((await call(one, '/api/rooms/lobby/messages', { body: 'Hello from afar.' }, key)).status, 201);
  const [message] = JSON.parse((await poll).text).messages;
  assert.equal(message.body, 'Hello from afar.');

  const rpc = (agent: Agent, method: string, params: object, session: Record<string, string> = {}) =>
    call(
      agent,
      '/mcp',
      { jsonrpc: '2.0', id: 1, method, params },
      {
        accept: 'application/json, text/event-stream',
        ...session,
      },
    );
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const opened = await rpc(one, 'initialize', client);
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const registration = { name: 'start_session', arguments: { screen_name: 'mcp_wanderer' } };
  assert.equal((await rpc(one, 'tools/call', registration, session)).status, 200);
  const me = await rpc(other, 'tools/call', { name: 'call', arguments: { name: 'me' } }, session);
  assert.match(me.text, /mcp_wanderer/, 'the session keeps its key at the other process');
});

test('/metrics adds up the counts of all processes', async (t) => {
  const connections = await connectionsToAll(t);
  const counted = (text: string) =>
    text
      .split('\n')
      .filter((line) => /^kith_http_request_seconds_count\{.*route="\/api\/help".*\}/.test(line))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  for (const agent of connections) assert.equal((await call(agent, '/api/help')).status, 200);
  assert.equal(counted(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()), 2);
});

test('a killed process is restarted, and the other responds meanwhile', async () => {
  const [{ pid } = { pid: 0 }] = serving();
  process.kill(pid, 'SIGKILL');
  const again = () => logLines().filter(({ msg }) => msg === 'a restarted process is ready').length;
  let answered = 0;
  while (again() === 0) {
    // Each over a new connection: it must not be one that the killed process held.
    const once = new Agent();
    const { status } = await call(once, '/healthz').catch((error: NodeJS.ErrnoException) => {
      assert.equal(error.code, 'ECONNRESET', 'accepted by the one that was killed');
      return { status: 200 };
    });
    assert.equal(status, 200);
    answered++;
    await sleep(20);
  }
  assert.ok(answered > 0);
  assert.equal(serving().length, 2);
  const [warned] = logLines().filter(({ msg }) => msg === 'a process ended and is being restarted');
  assert.equal(warned.how, 'SIGKILL');
});

test('SIGTERM ends all of them with exit code 0 and no database left', async () => {
  const pids = children().map(({ pid }) => pid);
  assert.equal(pids.length, 3);
  // A stop that takes longer than ten seconds ends with code 1.
  assert.equal(await kith.kill('SIGTERM'), 0);
  assert.deepEqual(serversOn(dataDir), []);
  for (const pid of pids) assert.throws(() => process.kill(pid, 0), `${pid} is still there`);
});

test('a failing start is one line and code 1, with several processes too', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const address = taken.address();
  assert.ok(address && typeof address === 'object');
  const ended = await runKith(['serve'], { ...env, KITH_CITY_PORT: String(address.port) });
  taken.close();
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /^kith: port \d+ is in use[^\n]*\n$/);
  assert.deepEqual(serversOn(dataDir), []);
});
