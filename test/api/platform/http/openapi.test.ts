import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { startApp, type TestApp } from '../../../harness/app.ts';
import type { Client } from '../../../harness/client.ts';
import type { ServedOperation, ServiceDocument } from '../../../harness/document.ts';

let app: TestApp;
let services: [string, Client][];

before(async () => {
  app = await startApp(undefined, { env: { KITH_SECURITY_CONTACT: 'mailto:security@kith.test' } });
  services = [
    ['city', app.city],
    ['utility', app.utility],
  ];
});
after(() => app.stop());

/** Runs a check for both services. */
async function forBoth(check: (document: ServiceDocument, client: Client) => unknown): Promise<void> {
  for (const [, client] of services) await check(await client.document(), client);
}

/** Routes with more than one success status. */
const others: Record<string, string[]> = {
  file: ['206', '304'],
  videoFile: ['206', '304'],
  voiceSample: ['206', '304'],
  index: ['304'],
  mcp: ['202'],
  joinCompany: ['202'],
  videos: ['304'],
};
/** Those without a body. */
const bare = ['204', '304', '202 mcp'];

const nameOf = ({ method, path }: ServedOperation) => `${method} ${path}`;

test('both documents pass a public OpenAPI 3.0.3 validator', () =>
  forBoth(async ({ json }, { url }) => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(json));
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
    assert.equal(validator.version, '3.0');
    assert.equal(json.openapi, '3.0.3');
    assert.equal((json.info as { version: string }).version, '1.1.0');
    assert.deepEqual(json.servers, [{ url }]);
  }));

test('the validator refuses a broken document', async () => {
  const broken = structuredClone((await app.city.document()).json) as { paths: Record<string, unknown> };
  broken.paths['/api/register'] = { post: { responses: 'none' } };
  assert.equal((await new Validator().validate(broken)).valid, false);
});

test('every route that is served is described, and the reverse', () =>
  forBoth(async ({ operations }, client) => {
    const described = operations.map(nameOf).toSorted();
    // The index is generated from the routes that the server serves.
    const { json } = await client.get('/', { headers: { accept: 'application/json' } });
    assert.deepEqual(json.endpoints.map(nameOf).toSorted(), described);
    for (const each of operations) {
      const url = each.path.replaceAll(/\{\w+\}/g, 'x');
      const { status, headers } = await client.call(each.method, url);
      assert.ok(status !== 405 && headers['x-error-code'] !== 'method_not_allowed', nameOf(each));
      if (!each.path.includes('{')) assert.notEqual(status, 404, nameOf(each));
    }
    const { text } = await client.get('/llms.txt');
    // The head of the text names its documents; the operator's calls and the stream are not calls for an agent.
    const named = operations.filter(
      ({ operation, path }) =>
        !['documents', 'admin', 'mcp'].includes(operation.tags[0] ?? '') && path !== '/ws',
    );
    const listed = new Set(Array.from(text.matchAll(/^- ([A-Z]+ [^\s:*?$]+)[*?$]*: /gm), ([, call]) => call));
    for (const each of named) assert.ok(listed.has(nameOf(each)), nameOf(each));
  }));

test('/api/help lists every route of the city', async () => {
  const { json } = await app.city.get('/api/help');
  const { operations } = await app.city.document();
  assert.deepEqual(json.endpoints.map(nameOf).toSorted(), operations.map(nameOf).toSorted());
  assert.ok(json.start_here.length > 0);
});

test('every operation has its own id, a summary, an example and all its responses described', () =>
  forBoth(({ operations }) => {
    const names = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, names.length);
    for (const each of operations) {
      const { operation } = each;
      const label = nameOf(each);
      assert.match(operation.operationId, /^[a-z][A-Za-z0-9]*$/, label);
      assert.match(operation.summary, /\.$/, label);
      assert.match(operation.description, /^Example: `curl /, label);
      const statuses = Object.keys(operation.responses);
      const good = statuses.filter((status) => Number(status) < 400);
      // HTTP conventions: 304 for unchanged reads, 204 for writes without a body.
      const commonErrors = [
        ...(each.method === 'GET' ? ['304'] : ['204']),
        ...(others[operation.operationId] ?? []),
      ];
      assert.deepEqual(
        good.slice(1).filter((status) => !commonErrors.includes(status)),
        [],
        `${label}: one answer, and the known others`,
      );
      for (const other of others[operation.operationId] ?? [])
        assert.ok(good.includes(other), `${label} ${other}`);
      const served = good.filter((status) => /^(101|200|201|202)$/.test(status));
      assert.ok(served.length > 0, label);
      for (const status of ['500', '503']) assert.ok(statuses.includes(status), `${label} ${status}`);
      for (const [status, response] of Object.entries(operation.responses)) {
        assert.ok(response.description.length > 5, `${label} ${status}`);
        if (!bare.includes(status) && !bare.includes(`${status} ${operation.operationId}`))
          assert.ok(Object.keys(response.content ?? {}).length > 0, `${label} ${status}`);
        if (Number(status) >= 400) {
          const content = response.content?.['application/json']?.schema as { oneOf?: unknown[] } | undefined;
          // A protocol inside a route has its own error form; a blocked page reports what is known of it.
          const more =
            ['mcp', 'a2a'].includes(operation.operationId) || response.description.includes('`blocked`');
          const schema = more ? (content?.oneOf?.[0] ?? content) : content;
          const name = status === '402' ? 'PaymentRequired' : 'Error';
          assert.deepEqual(schema, { $ref: `#/components/schemas/${name}` }, `${label} ${status}`);
          assert.match(response.description, /^`[a-z_0-9]+`: /, `${label} ${status}`);
        }
      }
      const takesKey = operation.parameters.some((it) => it.name === 'Idempotency-Key');
      if (operation.requestBody?.content['application/json']) assert.ok(takesKey, label);
      const expected = each.method === 'GET' ? [] : ['400', '413', '415'];
      if (takesKey) expected.push('422');
      if (operation.security.length > 0) expected.push('401', '403');
      for (const status of expected)
        assert.ok(statuses.includes(status), `${label} does not tell of ${status}`);
      const body = operation.requestBody?.content['application/json'];
      if (body) assert.ok(body.example, `${label} has no example of a body`);
      for (const name of each.path.matchAll(/\{(\w+)\}/g))
        assert.ok(
          operation.parameters.some((it) => it.in === 'path' && it.name === name[1]),
          label,
        );
    }
  }));

test('a response that the document does not describe is found', async () => {
  const document = await app.city.document();
  const { headers, json } = await app.city.get('/healthz');
  const answer = (status: number, body: unknown) => () =>
    document.check('GET', '/healthz', { status, headers, json: body, text: JSON.stringify(body) });
  answer(200, json)();
  assert.throws(answer(200, { ...json, more: 1 }), /additional properties/);
  assert.throws(answer(200, {}), /alive/);
  assert.throws(answer(200, { alive: 'yes' }), /boolean/);
  assert.throws(answer(418, json), /no such status/);
  assert.throws(answer(503, { error: 'x', hint: 'y' }), /x-error-code/);
  headers['x-error-code'] = 'overloaded';
  answer(503, { error: 'x', hint: 'y' })();
  assert.throws(answer(503, { error: 'x' }), /hint/);
});

test('health, readiness and the index respond', () =>
  forBoth(async (_, client) => {
    assert.deepEqual((await client.get('/healthz')).json, { alive: true });
    assert.deepEqual((await client.get('/readyz')).json, { ready: true });
    assert.equal((await client.get('/metrics')).status, 404, 'not on the public ports');
    const page = await client.get('/', { headers: { accept: 'text/html,application/json;q=0.9' } });
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    assert.match(page.text, /<html/);
    assert.ok((await client.get('/')).json.service);
  }));

test('bodies and responses have named schemas, and an example that matches them', () =>
  forBoth(({ json, operations }) => {
    const { schemas } = json.components as { schemas: Record<string, object> };
    assert.ok(Object.keys(schemas).length > 30, `${Object.keys(schemas).length} named schemas`);
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    for (const [name, schema] of Object.entries(schemas))
      ajv.addSchema(nullables(schema) as object, `#/components/schemas/${name}`);
    const checked = { bodies: 0, answers: 0 };
    for (const { method, path, operation } of operations) {
      const body = operation.requestBody?.content['application/json'];
      if (body?.example) {
        assert.ok(
          ajv.validate(nullables(body.schema) as object, body.example),
          `${method} ${path} ${ajv.errorsText()}`,
        );
        checked.bodies += 1;
      }
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const answer = content?.['application/json'] as { schema: object; example?: unknown } | undefined;
        if (!answer || status === '402') continue;
        assert.notEqual(answer.example, undefined, `${method} ${path} ${status} has an example`);
        const valid = ajv.validate(nullables(answer.schema) as object, answer.example);
        assert.ok(valid, `${method} ${path} ${status}: ${ajv.errorsText()}`);
        checked.answers += 1;
      }
    }
    assert.ok(checked.bodies > 5 && checked.answers > 100, JSON.stringify(checked));
  }));

/** `nullable` of OpenAPI 3.0 as JSON Schema expresses it. */
function nullables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullables);
  if (!schema || typeof schema !== 'object') return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'example' ? value : nullables(value)]),
  );
  return nullable === true ? { anyOf: [rest, { type: 'null' }] } : rest;
}
