import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { type LockedPackage, licenceReport, licencesOf } from '../../../tools/release/licences.ts';
import { makeReproducible } from '../../../tools/release/sbom.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const lock: { packages: Record<string, LockedPackage> } = read('package-lock.json');
const { version, mcpName } = read('package.json') as { version: string; mcpName: string };

test('the list of components is reproducible for a commit, and differs for other content', () => {
  const made = (components: string[], time: string, serial: string) =>
    JSON.stringify({
      serialNumber: serial,
      metadata: { timestamp: time, component: { name: 'a-folder' } },
      components,
    });
  const of = { name: 'kith-city', at: new Date('2026-11-16T10:00:00Z') };
  const first = makeReproducible(made(['x'], '2026-11-16T11:00:00Z', 'urn:uuid:1'), of);
  assert.equal(makeReproducible(made(['x'], '2026-11-17T11:00:00Z', 'urn:uuid:2'), of), first);
  const { serialNumber, metadata } = JSON.parse(first);
  assert.match(
    serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  assert.deepEqual(metadata, { timestamp: '2026-11-16T10:00:00.000Z', component: { name: 'kith-city' } });
  const other = makeReproducible(made(['y'], '2026-11-16T11:00:00Z', 'urn:uuid:1'), of);
  assert.notEqual(JSON.parse(other).serialNumber, serialNumber);
});

test('every runtime package has a licence, and the report names it', () => {
  const installed = (place: string): string | undefined => {
    try {
      const { license, licenses } = read(`${place}/package.json`);
      return license ?? licenses?.[0]?.type;
    } catch {
      return undefined;
    }
  };
  const licensed = licencesOf(lock.packages, installed);
  assert.deepEqual(
    licensed.filter(({ licence, use }) => licence === 'UNKNOWN' && use !== 'development'),
    [],
  );
  const report = licenceReport(licensed);
  assert.match(report, /^\| fastify \| [\d.]+ \| MIT \| run \|$/m);
  assert.match(report, /^\| @seydx\/node-av-linux-x64 .* GPL-3\.0 .*\|$/m);
  assert.match(report, /^\| knip \| [\d.]+ \| ISC \| development \|$/m);
  assert.ok(licensed.length > 500, String(licensed.length));
});

test('server.json is valid for the MCP registry, in the package’s version', () => {
  const server = read('server.json');
  assert.equal(server.version, version);
  assert.equal(server.packages[0].version, version);
  assert.equal(server.packages[0].identifier, read('package.json').name);
  // The registry compares the two to verify that both have one owner.
  assert.equal(server.name, mcpName);
  assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  assert.ok(server.description.length <= 100 && server.title.length <= 100);
  assert.equal(server.packages[0].transport.type, 'streamable-http');
});

test('a release is built from its tag, checked, attested and published with provenance', () => {
  const { on, permissions, jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8'));
  assert.deepEqual(on, { push: { tags: ['v*'] } });
  assert.deepEqual(permissions, { contents: 'read' });
  assert.deepEqual(jobs.release.permissions, {
    contents: 'write',
    'id-token': 'write',
    attestations: 'write',
  });
  const steps: { run?: string; uses?: string }[] = jobs.release.steps;
  const publishes = steps.flatMap(({ run = '' }) => run.match(/npm publish .*/g) ?? []);
  assert.equal(publishes.length, 3);
  for (const line of publishes) assert.match(line, /--provenance .*release\/kith-/);
  const at = (part: string) =>
    steps.findIndex(({ run = '', uses = '' }) => run.includes(part) || uses.includes(part));
  const order = ['.ci/run', 'release:documents', 'attest-build-provenance', 'attest-sbom', 'npm publish'].map(
    at,
  );
  assert.ok(order.every((place) => place >= 0));
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  );
});
