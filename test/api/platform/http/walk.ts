import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { type Answer, type Client, randomAddress, register } from '../../../harness/client.ts';
import type { ServedOperation } from '../../../harness/document.ts';
import type { Schema } from './broken-inputs.ts';

export interface Walked extends ServedOperation {
  readonly client: Client;
  readonly url: string;
  readonly good: Record<string, unknown> | undefined;
  readonly body: Schema | undefined;
  readonly takesJson: boolean;
  readonly needsBody: boolean;
  readonly needsKey: boolean;
}

interface Walk {
  readonly app: TestApp;
  readonly walked: Walked[];
  readonly taking: Walked[];
  readonly key: string;
  /** One call of an operation, valid except for what the test changes. */
  call(route: Walked, raw: string | Buffer | undefined, headers?: Record<string, string>): Promise<Answer>;
}

/** Every operation of both services, so that a new route is tested automatically. */
export async function openWalk(more: Record<string, string> = {}): Promise<Walk> {
  // A DNS server that does not exist, so that calls to the internet fail at once. No worker either: an order of a video
  // would use a core for a minute. Beside other networks the refusals of one are brief: each call has its own, where forwarded addresses are trusted.
  const env = { KITH_DNS_SERVERS: '127.0.0.1:9', KITH_ROLES: 'city,utility', ...more };
  const app = await startApp(undefined, { env });
  after(() => app.stop());
  const key = (await register(app.city)).api_key;
  const walked = (await Promise.all([app.city, app.utility].map(operationsOf))).flat();
  return {
    app,
    walked,
    taking: walked.filter((route) => route.takesJson),
    key,
    call: (route, raw, headers = asJson) =>
      route.client.from(randomAddress()).call(route.method, route.url, { key, raw, headers }),
  };
}

async function operationsOf(client: Client): Promise<Walked[]> {
  const document = await client.document();
  const { operations } = document;
  return operations.map((each) => {
    const { operation, path } = each;
    const json = operation.requestBody?.content['application/json'];
    return {
      ...each,
      client,
      url: exampleUrl(path, operation.description),
      good: json?.example,
      body: document.bodyOf(operation),
      takesJson: each.method !== 'GET' && (json !== undefined || operation.requestBody === undefined),
      needsBody: json !== undefined && operation.requestBody?.required === true,
      needsKey: operation.security.length > 0 && !operation.security.some((way) => !Object.keys(way).length),
    };
  });
}

/** The URL of the example that the document shows. */
function exampleUrl(path: string, description: string): string {
  const shown = /'(http:[^']+)'/.exec(description)?.[1];
  assert.ok(shown, `${path} shows no example`);
  const { pathname, search } = new URL(shown);
  return pathname + search;
}

export const nameOf = ({ method, path }: Walked): string => `${method} ${path}`;
export const asJson = { 'content-type': 'application/json' };

export async function each(routes: Walked[], check: (route: Walked) => Promise<void>): Promise<void> {
  assert.ok(routes.length > 0);
  for (const route of routes) await check(route);
}
