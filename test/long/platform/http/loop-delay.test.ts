import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Schema } from '../../../api/platform/http/broken-inputs.ts';
import { asksInternet } from '../../../api/platform/http/example-exceptions.ts';
import type { World } from '../../../api/platform/http/world.ts';
import { furnish, worldsOf } from '../../../api/platform/http/worlds.ts';
import { boardOn, done, Person } from '../../../fixtures/city/jobs/board.ts';
import { openTestLedger } from '../../../fixtures/ledger/test-ledger.ts';
import type { Answer, Client } from '../../../harness/client.ts';
import { register } from '../../../harness/client.ts';
import type { Operation, ServedOperation } from '../../../harness/document.ts';
import { RawJson } from '../../../harness/fuzz/inputs.ts';
import { startMeasuredApp } from '../../../harness/measured-app.ts';
import { multiplyRows } from '../../../harness/multiply-rows.ts';

/** CPU time of one piece of work on the main thread. */
const maxPieceMs = 50;
/** A collection of garbage or a first compilation happens once; a cost of the input every time. */
const tries = 3;
const maxBodyBytes = 1_048_576;
/** More rows than any list shows, of every kind. */
const rowCount = 1_200;
/** Entries of one list in a response. */
const maxListed = 1_000;

const app = await startMeasuredApp({
  KITH_TRUST_PROXY: '127.0.0.1',
  KITH_DNS_SERVERS: '127.0.0.1:9',
  KITH_ROLES: 'city,utility',
});
after(() => app.stop());
const ledger = openTestLedger(undefined, app.database, { connections: 2 });
after(() => ledger.close());
const board = { ...boardOn(app, ledger), app };
const { joinRich } = board;
await furnish(board);
const ada = new Person(app.city, await register(app.city, 'ada_42'));
const worlds = worldsOf(board, ada);

/** What strings are filled with: each is the worst for another parser, comparison or encoding. */
const fillers = ['a', '🙂', '"\\', '-', '[', '<a ', '\u0301', 'x.y@z '];

type Free = Schema & { readonly anyOf?: Schema[]; readonly additionalProperties?: unknown };

/** The largest value that a schema allows. */
function worst(schema: Free, filler: string, example: unknown, depth = 0): unknown {
  if (schema.enum) return example ?? schema.enum[0];
  if (schema.anyOf) return worst(schema.anyOf.at(-1) ?? {}, filler, example, depth);
  if (schema.type === 'string') {
    const text = filler.repeat(schema.maxLength ?? 1).slice(0, schema.maxLength ?? 1);
    return schema.pattern && !new RegExp(schema.pattern, 'u').test(text)
      ? (example ?? text)
      : text.toWellFormed();
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.maximum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') {
    const first = Array.isArray(example) ? example[0] : undefined;
    const one = worst(schema.items ?? {}, filler, first, depth + 1);
    const count = Math.min(
      schema.maxItems ?? 100_000,
      Math.ceil(900_000 / (Buffer.byteLength(write(one)) + 1)),
    );
    return Array.from({ length: count }, (_, i) =>
      typeof one === 'string' ? `${i}${one}`.slice(0, one.length) : one,
    );
  }
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [
        name,
        worst(each, filler, (example as Record<string, unknown> | undefined)?.[name], depth + 1),
      ]),
    );
  return new RawJson(free[fillers.indexOf(filler) % free.length]!);
}

/** Objects of any shape, nearly as large as a body may be. */
const free = [
  `${'{"a":'.repeat(140_000)}1${'}'.repeat(140_000)}`,
  `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":${i}`)}}`,
  `{"a":[${'1,'.repeat(400_000)}1]}`,
  `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  `{"a":"${'x'.repeat(1_000_000)}"}`,
];

/** The JSON of a body with its largest fields replaced by the example's until it fits. */
function fitted(body: Record<string, unknown>, example: Record<string, unknown>): string {
  const kept = new Map(Object.entries(body).map(([name, value]) => [name, write(value)]));
  const total = () => [...kept.values()].reduce((sum, text) => sum + Buffer.byteLength(text) + 70, 0);
  for (const [name] of [...kept].toSorted(([, a], [, b]) => b.length - a.length)) {
    if (total() <= maxBodyBytes) break;
    kept.set(name, write(example[name]));
  }
  return `{${[...kept].map(([name, text]) => `${JSON.stringify(name)}:${text}`)}}`;
}

/** Too deep for `JSON.stringify`. */
function write(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(write)}]`;
  if (!value || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${write(each)}`)}}`;
}

const slow: string[] = [];

/** The longest piece that a call causes, at the least of several tries. */
async function measure(label: string, call: () => Promise<unknown>): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries && least > maxPieceMs; i++) {
    await app.longestPiece();
    // What it answers is not the question here.
    await call().catch(() => {});
    least = Math.min(least, await app.longestPiece());
  }
  if (least > maxPieceMs) slow.push(`${label}: ${least.toFixed(0)} ms`);
}

const assertNoneSlow = () => {
  assert.deepEqual(slow.splice(0), []);
};

async function worldOf({ operation }: ServedOperation): Promise<World> {
  try {
    return (await worlds[operation.operationId]?.()) ?? { who: await joinRich(10_000) };
  } catch {
    return { who: await joinRich(10_000) };
  }
}

const limited = (client: Client) => client.document().then(({ operations }) => operations);

test('no legal body holds the main thread for long', async () => {
  for (const client of [app.city, app.utility]) {
    const document = await client.document();
    for (const route of await limited(client)) {
      const schema = document.bodyOf(route.operation) as Free | undefined;
      if (!schema || asksInternet(route.path, route.operation.tags[0] ?? '')) continue;
      const { who, params = {} } = await worldOf(route);
      const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 1));
      const example = route.operation.requestBody?.content['application/json']?.example ?? {};
      for (const [i, filler] of fillers.entries()) {
        const raw = fitted(worst(schema, filler, example) as Record<string, unknown>, example);
        await measure(`${route.method} ${route.path} with ${JSON.stringify(filler)}`, () =>
          client.call(route.method, `${url}`, {
            key: who.key,
            raw,
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.${i}.9` },
          }),
        );
      }
    }
  }
  assertNoneSlow();
});

test('no legal query holds the main thread for long', async () => {
  const who = await joinRich(10_000);
  for (const client of [app.city, app.utility])
    for (const route of await limited(client)) {
      const inQuery = route.operation.parameters.filter(
        (each) => each.in === 'query' && each.name !== 'wait',
      );
      if (route.method !== 'GET' || inQuery.length === 0) continue;
      // They wait for a name server that is not there, and read what they fetch in workers.
      if (asksInternet(route.path, route.operation.tags[0] ?? '')) continue;
      const { params = {} } = await worldOf(route);
      const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 1));
      for (const filler of fillers) {
        const query = inQuery
          .map(
            ({ name, schema }) =>
              `${name}=${encodeURIComponent(String(worst(schema, filler, undefined)).toWellFormed()).slice(0, 3_000)}`,
          )
          .map((each) => each.replace(/%[^%]?$/, ''));
        // Together, and each alone: one that is refused hides the others.
        for (const each of [query.join('&').slice(0, 12_000), ...query])
          await measure(`${route.method} ${route.path}?${each.slice(0, 60)}`, () =>
            client.get(`${url}?${each}`, { key: who.key }),
          );
      }
    }
  assertNoneSlow();
});

test('no check of a proof holds the main thread for long', async () => {
  const poster = await joinRich(100_000);
  const nested = (depth: number) => JSON.parse(`${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`);
  const checks: [string, object[], string][] = [
    ['words', [{ kind: 'words', min: 1 }], 'a '.repeat(10_000)],
    ['sha256', [{ kind: 'sha256', sha256: '0'.repeat(64) }], '🙂'.repeat(10_000)],
    [
      'a schema of patterns',
      [{ kind: 'json_schema', schema: { type: 'string', pattern: '^(a+)+$' } }],
      `"${'a'.repeat(8_000)}!"`,
    ],
    ['a deep schema', [{ kind: 'json_schema', schema: nested(200) }], '[1]'],
    [
      'a wide schema',
      [{ kind: 'json_schema', schema: { enum: Array.from({ length: 20_000 }, (_, i) => i) } }],
      '[1]',
    ],
    [
      'unique items',
      [{ kind: 'json_schema', schema: { uniqueItems: true } }],
      `[${Array.from({ length: 2_500 }, (_, i) => i)}]`,
    ],
    [
      'many proofs in a parameter',
      Array(5).fill({
        kind: 'skill',
        skill: 'json-repair',
        params: { json: '{proof}'.repeat(500) },
        expect: { ok: true },
      }),
      'x'.repeat(8_000),
    ],
    [
      'a long expectation',
      Array(5).fill({
        kind: 'skill',
        skill: 'json-repair',
        params: { json: '{proof}' },
        expect: { json: Array(15).fill(1) },
      }),
      `[${'0,'.repeat(3_900)}1]`,
    ],
  ];
  for (const [label, each, proof] of checks) {
    const fields = {
      kind: 'ask',
      title: 'Check',
      body: 'Check it',
      price: 1,
      effort: 'quick',
      workers: 3,
      checks: each,
    };
    let posted: { status: number; json: { id: number } } | undefined;
    await measure(`post with ${label}`, async () => {
      posted = await poster.post(fields);
    });
    if (posted?.status !== 201) continue;
    const { id } = posted.json;
    await measure(`submit to ${label}`, async () => {
      const worker = await board.join();
      await done(worker.accept(id));
      await worker.call('POST', `/api/exchange/${id}/submit`, { proof });
    });
  }
  assertNoneSlow();
});

/** What writes bound, of lists that are shown whole. */
const cappedByWrites: Readonly<Record<string, number>> = {
  named_key: 50,
  claim: 100,
  company_member: 200,
  workspace_lane: 500,
  workspace_lease: 64,
  saved_search: 10,
};

test('no full list holds the main thread for long, and every one has an end', async (t) => {
  const who = await joinRich(1_000_000);
  const { json: ally } = await app.utility.post('/ally/register', { agent: 'ada-lists' });
  const identity = new Map([
    [app.city, { key: who.key }],
    [app.utility, { ally: String(ally.key) }],
  ]);
  // The places that the examples of reads name get the longest texts, all by one caller.
  for (const [client, by] of identity) {
    const document = await client.document();
    for (const { method, operation, path } of document.operations) {
      if (method !== 'POST' && method !== 'PUT') continue;
      if (/leave|rotate|revoke|recover|cancel|close/i.test(operation.operationId)) continue;
      const schema = document.bodyOf(operation) as Free | undefined;
      const example = operation.requestBody?.content['application/json']?.example ?? {};
      // One long field each: another that the call refuses would hide it.
      const longest = Object.entries((schema && worst(schema, '"\\', example)) ?? {})
        .map(([name, value]) => fitted({ ...example, [name]: value }, example))
        .toSorted((a, b) => b.length - a.length);
      for (const raw of [...longest, JSON.stringify(example)])
        await client
          .call(method, exampleUrl(operation, path).pathname, {
            ...by,
            ...(schema && { raw, headers: { 'content-type': 'application/json' } }),
          })
          .catch(() => {});
    }
  }
  const owners = { '/watch/': await worldKey('watch'), '/video/': await worldKey('video') };
  const isCopied = (name: string) => !/^(ledger|receipt|account|migration|public_event)/.test(name);
  const full = await multiplyRows(app.database, (name) =>
    isCopied(name) ? (cappedByWrites[name] ?? rowCount) : 0,
  );
  assert.ok(full.length > 40, `filled only ${full.join(', ')}`);
  const endless: string[] = [];
  const refused: string[] = [];
  for (const [client, by] of identity)
    for (const { method, path, operation } of await limited(client)) {
      if (method !== 'GET' || asksInternet(path, operation.tags[0] ?? '')) continue;
      const url = exampleUrl(operation, path);
      for (const name of ['wait', 'ai']) url.searchParams.delete(name);
      const limit = operation.parameters.find(({ name }) => name === 'limit')?.schema.maximum;
      if (limit !== undefined) url.searchParams.set('limit', String(limit));
      const { pathname, search } = url;
      let answer: Answer | undefined;
      await measure(`GET ${pathname}${search}`, async () => {
        const owner = Object.entries(owners).find(([start]) => pathname.startsWith(start));
        answer = await client.get(pathname + search, owner ? { ally: owner[1] } : by);
      });
      const listed = longestList(answer?.json);
      if (listed > maxListed) endless.push(`${pathname}${search}: ${listed} entries`);
      if (answer?.status !== 200) refused.push(`${pathname}${search}: ${answer?.status}`);
    }
  t.diagnostic(`not read: ${refused.join(', ')}`);
  assertNoneSlow();
  assert.deepEqual(endless, []);
});

const worldKey = async (name: string) => (await worlds[name]?.())?.who.key ?? '';

/** The URL that the document shows for an operation. */
const exampleUrl = ({ description }: Operation, path: string) =>
  new URL(/'(http:[^']+)'/.exec(description)?.[1] ?? `http://x${path}`);

/** The most entries of one list in a response. */
function longestList(value: unknown): number {
  if (!value || typeof value !== 'object') return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((most, each) => Math.max(most, longestList(each)), own);
}
