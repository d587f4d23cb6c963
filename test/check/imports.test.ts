import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

/** What each part of `src` may import besides itself. */
const floors: Record<string, readonly string[]> = {
  platform: [],
  ledger: ['platform'],
  payments: ['platform'],
  video: ['platform'],
  city: ['platform', 'ledger', 'payments'],
  utility: ['platform', 'payments', 'video', 'json-repair'],
  mcp: ['platform'],
  web: ['platform', 'video', 'web/pages'],
  // Runs on both sides, so it knows neither.
  'web/pages': [],
  app: ['platform', 'ledger', 'payments', 'video', 'city', 'utility', 'mcp', 'web'],
  dev: ['app', 'platform', 'ledger', 'payments', 'city', 'utility'],
  commands: ['app', 'dev', 'platform', 'ledger', 'payments', 'video', 'city', 'utility'],
  sdk: [],
  'json-repair': [],
  'main.ts': ['app', 'commands', 'platform', 'sdk'],
};
/** What a part may import types from besides; they are erased before the code runs. */
const typeFloors: Record<string, readonly string[]> = { 'web/pages': ['sdk'] };
/** Read by every floor, imports nothing. */
const everywhere = ['version.ts'];

/** The areas inside a service, lowest first: an area imports only areas of the lines above its own. */
const layers: Record<string, readonly (readonly string[])[]> = {
  city: [
    ['spectator', 'public-ledger', 'economy'],
    ['presence', 'events'],
    ['identity'],
    ['blocks'],
    ['money', 'moderation', 'buddies', 'memory'],
    ['rooms', 'direct-messages', 'uploads', 'registration', 'reputation'],
    ['jobs', 'shop', 'companies', 'digest', 'unread', 'x402'],
    ['workspaces', 'briefing', 'account', 'search'],
    ['orientation', 'reports', 'operations', 'retention-tasks.ts'],
    ['dependencies.ts', 'briefing-sources.ts'],
    ['components.ts'],
    ['routes.ts', 'tasks.ts'],
    ['service.ts'],
  ],
  utility: [
    ['access', 'workers', 'webhooks'],
    ['catalogue', 'kithnet'],
    ['text'],
    ['pages', 'mail', 'chains'],
    ['sites', 'registries', 'resolvers', 'a2a'],
    ['skills'],
    ['watches', 'selftest', 'videos'],
    ['service.ts'],
  ],
};
/** The worker thread's entry: it loads the functions of every area by name. */
const compositionFiles = ['src/utility/workers/tasks.ts'];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

test('each layer imports only the layers below it', () => {
  const wrong = imports().filter(({ from, to, typeOnly }) => {
    const [own, other] = [floorOf(from), floorOf(to)];
    if (own === other || everywhere.includes(other)) return false;
    const allowed = [...(floors[own] ?? []), ...(typeOnly ? (typeFloors[own] ?? []) : [])];
    return !allowed.includes(other);
  });
  assert.deepEqual(wrong.map(describe), []);
});

for (const [service, lines] of Object.entries(layers)) {
  test(`each area of ${service} imports only the areas below it`, () => {
    const layerOf = (file: string) => lines.findIndex((line) => line.includes(file.split('/')[2] ?? ''));
    const inside = imports().filter(({ from, to }) => [from, to].every((file) => floorOf(file) === service));
    const unknown = inside.map(({ from }) => from).filter((file) => layerOf(file) < 0);
    assert.deepEqual([...new Set(unknown)], [], 'areas without a layer');
    const wrong = inside.filter(({ from, to }) => {
      const sameArea = from.split('/')[2] === to.split('/')[2];
      return !sameArea && !compositionFiles.includes(from) && layerOf(to) >= layerOf(from);
    });
    assert.deepEqual(wrong.map(describe), []);
  });
}

test('there are no import cycles', () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports()) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]) => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' > '));
    if (done.has(file)) return;
    done.add(file);
    for (const each of next.get(file) ?? []) visit(each, [...trail, file]);
  };
  for (const file of next.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

/** The Solana packages unless payments are configured; `node:http` by an import, which loads Node's fetch. */
test('a start does not load what takes longest and is not needed', () => {
  const [entry, costly] = ['src/app/kith.ts', /^@(?:solana|x402)\/|^node:https?$/];
  const cause = new Map([[entry, '']]);
  for (const from of cause.keys()) {
    const statements = readFileSync(from, 'utf8').matchAll(
      /^(?:import|export)\s+(?!type\s)(?:[^;']*?from\s+)?'([^']+)'/gm,
    );
    for (const [, specifier = ''] of statements) {
      if (costly.test(specifier)) assert.fail(`${specifier} < ${trail(from)}`);
      const to = path.join(path.dirname(from), specifier);
      if (specifier.startsWith('.') && to.endsWith('.ts') && !cause.has(to)) cause.set(to, from);
    }
  }
  assert.ok(cause.size > 500);

  function trail(file: string): string {
    return file === '' ? '' : `${file} < ${trail(cause.get(file) ?? '')}`;
  }
});

/** Import statements between files of `src` and of the packages, including types and dynamic imports. */
function imports(): Import[] {
  return globSync(['src/**/*.ts', 'packages/*/src/**/*.ts']).flatMap((from) => {
    const statements = readFileSync(from, 'utf8').matchAll(
      /(?:^(?:import|export)\s+(type\s)?[^;']*?from|import\()\s*'(\.{1,2}\/[^']+)'/gm,
    );
    return [...statements]
      .map(([, type, specifier]) => ({
        from,
        to: path.join(path.dirname(from), specifier ?? ''),
        typeOnly: type !== undefined,
      }))
      .filter(({ to }) => /^(?:src|packages\/[\w-]+\/src)\//.test(to));
  });
}

function floorOf(file: string): string {
  if (file.startsWith('packages/')) return file.split('/')[1] ?? '';
  if (file.startsWith('src/web/pages/')) return 'web/pages';
  return file.split('/')[1] ?? '';
}

const describe = ({ from, to }: Import): string => `${from} imports ${to}`;
