import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import openapiTypes from 'openapi-typescript';
import { generate } from 'openapi-typescript-codegen';
import { startApp, type TestApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { withCodegen, withOpenapiFetch } from './generated-programs.ts';

const run = promisify(execFile);
const modules = path.join(import.meta.dirname, '../../../node_modules');
const compiler = path.join(modules, 'typescript-compiler/bin/tsc');
const services = ['city', 'utility'] as const;

let app: TestApp;
let dir: string;
before(async () => {
  app = await startApp(undefined);
  dir = await mkdtemp(path.join(tmpdir(), 'kith-generated-'));
  // Where the generated files and the compiled program find openapi-fetch.
  await symlink(modules, path.join(dir, 'node_modules'));
});
after(async () => {
  await app.stop();
  await rm(dir, { recursive: true, force: true });
});

const documentOf = async (service: (typeof services)[number]) =>
  (await app[service].get('/openapi.json')).json;

/** Type-checks a program with the client beside it, strictly, and runs it against the app. */
async function compiledAndRun(client: string, program: string, screenName: string, taker: string) {
  const place = path.join(dir, client);
  await writeFile(path.join(place, 'program.ts'), program);
  await writeFile(path.join(place, 'package.json'), '{"type":"commonjs"}');
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'commonjs',
    moduleResolution: 'bundler',
    types: [],
    rootDir: '.',
    outDir: 'out',
    skipLibCheck: true,
  };
  await writeFile(path.join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, exclude: ['out'] }));
  await run(process.execPath, [compiler, '-p', place]).catch(({ stdout }: { stdout: string }) =>
    assert.fail(`${client} does not compile:\n${stdout.slice(0, 3_000)}`),
  );
  const args = [path.join(place, 'out/program.js'), app.city.url, app.utility.url, screenName, taker];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout);
}

const expected = (name: string) => ({
  name,
  balance: 77,
  found: true,
  refused: [404, 'there is no agent nobody_here'],
  repaired: '{"a": 1}',
});

test('a client of openapi-typescript and openapi-fetch compiles and works', async () => {
  const place = path.join(dir, 'openapi-fetch');
  await mkdir(place);
  for (const service of services)
    await writeFile(path.join(place, `${service}.ts`), await openapiTypes(await documentOf(service)));
  const { screen_name: taker } = await register(app.city);
  const printed = await compiledAndRun('openapi-fetch', withOpenapiFetch, 'by_openapi_fetch', taker);
  assert.deepEqual(printed, expected('by_openapi_fetch'));
});

test('a client of openapi-typescript-codegen compiles and works', async () => {
  const place = path.join(dir, 'codegen');
  for (const service of services)
    await generate({
      input: await documentOf(service),
      output: path.join(place, service),
      clientName: 'Kith',
      httpClient: 'fetch',
    });
  const { screen_name: taker } = await register(app.city);
  const printed = await compiledAndRun('codegen', withCodegen, 'by_codegen', taker);
  assert.deepEqual(printed, expected('by_codegen'));
});
