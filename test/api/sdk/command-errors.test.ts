import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { callsOf } from '../../../packages/sdk/src/commands/command-calls.ts';
import { type CommandName, commandNames } from '../../../packages/sdk/src/commands/list.ts';
import { commands } from '../../../packages/sdk/src/commands/run.ts';
import { assertReadable, exampleArgs, runCommand } from '../../fixtures/commands/client-run.ts';
import type { ServedOperation } from '../../harness/document.ts';
import { sharedApp } from '../../harness/shared-app.ts';

/** The exit code of docs/cli.md for a status. */
const exitCodeFor = (status: number): number => {
  if (status === 401) return 3;
  if (status === 402) return 6;
  return status === 429 || status >= 500 ? 5 : 4;
};

interface ListedError {
  readonly status: number;
  readonly code: string;
  readonly says: string;
}

const errorsOf = ({ operation }: ServedOperation): ListedError[] =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/`(\w+)`: ([^`]+?)(?= `|$)/g)].map(([, code = '', says = '']) => ({
        status: Number(status),
        code,
        says,
      })),
    );

/** A hint as the services write it: the call itself, with curl and as a line. */
const hintFor = ({ method, path: called, operation }: ServedOperation): string => {
  const body = JSON.stringify(operation.requestBody?.content['application/json']?.example ?? {});
  const url = called.replaceAll(/\{\w+\}/g, '7');
  return `Like this: curl -X ${method} 'http://127.0.0.1:4021${url}' -H "authorization: Bearer $API_KEY" -H 'content-type: application/json' -d '${body}'. Or ${method} ${url} ${body}.`;
};

let given: ListedError & { readonly hint: string } = { status: 500, code: '', says: '', hint: '' };
const stub = createServer((_, response) => {
  const { status, code, says, hint } = given;
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-error-code': code,
    'retry-after': '0',
  });
  response.end(JSON.stringify({ error: says, hint }));
});
before(async () => {
  stub.listen(0, '127.0.0.1');
  await once(stub, 'listening');
});
after(() => stub.close());

/** They make no call that could be refused, or wait for calls of others. */
const withoutCalls = ['status', 'keys', 'listen', 'completion', 'rotate', 'recover'];

test('every command tells each error that its calls list in words of its own, with its exit code', async () => {
  const { city, utility } = await sharedApp();
  const documents = await Promise.all([city, utility].map((client) => client.document()));
  const operations = documents.flatMap((document) => document.operations);
  const url = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
  const env = {
    KITH_KEY: 'kith_sk_x',
    KITH_CITY_URL: url,
    KITH_BASE_URL: url,
    KITH_KEY_FILE: '/nowhere/key.json',
  };
  let walked = 0;
  for (const name of commandNames as CommandName[]) {
    if (withoutCalls.includes(name)) continue;
    const args = exampleArgs(await commands[name]()).map((word) => word.replace(/^-$/, 'text'));
    const calls = operations.filter(({ method, path }) => callsOf(name).includes(`${method} ${path}`));
    assert.equal(calls.length, callsOf(name).length, `a call of ${name} does not exist`);
    for (const operation of calls)
      for (const error of errorsOf(operation)) {
        given = { ...error, hint: hintFor(operation) };
        const run = await runCommand(name, args, env);
        assertReadable(run, `${name} ${args.join(' ')} (${error.code})`);
        assert.equal(run.code, exitCodeFor(error.status), `${name} ${error.code}: ${run.err}`);
        walked++;
      }
  }
  assert.ok(walked > 200, `only ${walked}`);
});
