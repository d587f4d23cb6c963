import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { settings } from '../../../src/app/settings.ts';
import { faultsOf, type Manifest } from '../../harness/kubernetes-schema.ts';

const dir = path.join(import.meta.dirname, '../../../deploy/kubernetes');
const known = new Set(Object.values(settings).map(({ env }) => env));
const documentsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const documentsIn = (file: string): Manifest[] => documentsOf(readFileSync(path.join(dir, file), 'utf8'));
const isKustomization = ({ kind }: Manifest): boolean => kind === 'Kustomization';

const base = readdirSync(path.join(dir, 'base'))
  .flatMap((file) => documentsIn(`base/${file}`))
  .filter((manifest) => !isKustomization(manifest));
const kubectl = spawnSync('kubectl', ['kustomize', path.join(dir, 'base')]).status === 0;

/** The pod templates of all workloads. */
function podOf({ kind, spec }: Manifest): PodSpec | undefined {
  return kind === 'Deployment' || kind === 'Job' ? (spec as { template: Template }).template.spec : undefined;
}

interface Template {
  readonly metadata: { readonly labels: Record<string, string> };
  readonly spec: PodSpec;
}

interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
  readonly containers: readonly {
    readonly env?: readonly { readonly name: string; readonly value: string }[];
    readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
    readonly startupProbe?: object;
    readonly livenessProbe?: object;
    readonly readinessProbe?: object;
    readonly securityContext: {
      readonly readOnlyRootFilesystem: boolean;
      readonly allowPrivilegeEscalation: boolean;
      readonly capabilities: { readonly drop: readonly string[] };
    };
  }[];
}

test('every manifest is valid for the Kubernetes API, without unknown fields', async () => {
  for (const manifest of [...base, ...documentsIn('secret.example.yaml')])
    assert.deepEqual(await faultsOf(manifest), [], `${manifest.kind} ${manifest.metadata.name}`);
  // The check itself detects a misspelt field, a wrong type and a missing field.
  const [city] = documentsIn('base/city.yaml');
  assert.ok(city);
  assert.deepEqual(await faultsOf({ ...city, spec: { ...(city.spec as object), replica: 1 } }), [
    '/spec/replica is not a field',
  ]);
  assert.deepEqual(await faultsOf({ ...city, spec: { ...(city.spec as object), replicas: 'two' } }), [
    '/spec/replicas type',
  ]);
  assert.deepEqual(await faultsOf({ ...city, spec: { selector: {} } }), ['/spec required template']);
});

test('the base lists every file, and its parts fit together', () => {
  const [kustomization] = documentsIn('base/kustomization.yaml') as (Manifest & { resources: string[] })[];
  const files = readdirSync(path.join(dir, 'base')).filter((file) => file !== 'kustomization.yaml');
  assert.deepEqual(kustomization?.resources.toSorted(), files.toSorted());
  const of = (kind: string) => base.filter((manifest) => manifest.kind === kind);
  const names = (kind: string) => of(kind).map(({ metadata }) => metadata.name);
  assert.deepEqual(names('Deployment').toSorted(), ['city', 'utility', 'worker']);
  assert.deepEqual(names('PodDisruptionBudget').toSorted(), names('Deployment').toSorted());
  assert.deepEqual(names('Job'), ['migrate']);
  assert.deepEqual(names('NetworkPolicy').toSorted(), ['default', 'metrics', 'serve']);

  for (const manifest of base) {
    const pod = podOf(manifest);
    if (!pod) continue;
    const { name } = manifest.metadata;
    assert.deepEqual([pod.securityContext.runAsNonRoot, pod.securityContext.runAsUser], [true, 1000], name);
    // A service's environment variable such as KITH_PORT would be read as a setting, and stop the start.
    assert.equal(pod.enableServiceLinks, false, name);
    for (const { securityContext } of pod.containers) {
      assert.equal(securityContext.readOnlyRootFilesystem, true, name);
      assert.equal(securityContext.allowPrivilegeEscalation, false, name);
      assert.deepEqual(securityContext.capabilities.drop, ['ALL'], name);
    }
  }
  for (const deployment of of('Deployment')) {
    const { name } = deployment.metadata;
    const { template, selector } = deployment.spec as {
      template: Template;
      selector: { matchLabels: Record<string, string> };
    };
    for (const [label, value] of Object.entries(selector.matchLabels))
      assert.equal(template.metadata.labels[label], value, name);
    const [container] = template.spec.containers;
    assert.ok(container?.startupProbe && container.livenessProbe, name);
    assert.deepEqual(container.env, [{ name: 'KITH_ROLES', value: name }]);
    if (name !== 'worker') assert.ok(container.readinessProbe, name);
    // Services and probes name ports that the container exposes.
    const ports = new Set(container.ports?.map((port) => port.name));
    for (const [, port] of JSON.stringify(container).matchAll(/"port":"(\w+)"/g)) assert.ok(ports.has(port!));
  }
});

test('settings of the manifests are settings of kith', () => {
  const maps = [
    ...base,
    ...documentsIn('overlays/production/settings.yaml'),
    ...documentsIn('secret.example.yaml'),
  ];
  const named = maps.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
  assert.ok(named.length > 10);
  for (const name of named) assert.ok(known.has(name) || name.startsWith('AWS_'), name);
});

test('both overlays render, and the result is valid for the API', {
  skip: !kubectl && 'no kubectl',
}, async () => {
  for (const overlay of readdirSync(path.join(dir, 'overlays'))) {
    const place = path.join(dir, 'overlays', overlay);
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', place], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const whole = documentsOf(stdout);
    assert.equal(whole.length, base.length, overlay);
    for (const manifest of whole)
      assert.deepEqual(await faultsOf(manifest), [], `${overlay} ${manifest.kind} ${manifest.metadata.name}`);
    for (const { kind, metadata } of whole)
      assert.ok(kind === 'Namespace' || metadata.namespace === 'kith', metadata.name);
  }
});
