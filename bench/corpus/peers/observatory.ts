import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What one of Observatory's analysers was given and answered in its own tests. */
export interface ObservedCall {
  readonly analyser: string;
  readonly requests: ObservedRequests;
  readonly result: string;
}

type Headers = Readonly<Record<string, string | string[]>>;

interface ObservedResponse {
  readonly status: number;
  readonly verified: boolean;
  readonly headers: Headers;
  readonly httpEquiv?: ReadonlyMap<string, readonly string[]>;
  readonly request?: { readonly headers: Headers };
}

/** The parts of its recorded visit that ours has too. */
export interface ObservedRequests {
  readonly hostname: string;
  readonly resources: { readonly path: string | null };
  readonly responses: {
    readonly auto: ObservedResponse | null;
    readonly cors: ObservedResponse | null;
    readonly http: ObservedResponse | null;
    readonly https: ObservedResponse | null;
    readonly httpRedirects: readonly { readonly url: URL; readonly status: number }[];
  };
  readonly session: {
    readonly url: URL;
    readonly jar: { serializeSync(): { readonly cookies: readonly Cookie[] } };
  } | null;
}

export interface Cookie {
  readonly key: string;
  readonly value: string;
  readonly domain?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: string;
}

const home = path.join(import.meta.dirname, '../../node_modules/@mdn/mdn-http-observatory');
const files =
  'cookies cors cross-origin-resource-policy csp redirection referrer-policy strict-transport-security subresource-integrity x-content-type-options x-frame-options';

/**
 * Runs the tests that the peer is published with and passes each call of an analyser to `take` at once, because tests
 * change what they have passed. Returns the number of calls of each test that passed: only their results are known to
 * be right. The preload list, which is not published with it, is empty.
 */
export async function observe(take: (call: ObservedCall) => () => void): Promise<number> {
  const pending: (() => void)[] = [];
  const setUps: (() => unknown)[] = [];
  const tests: { readonly run: () => unknown; readonly before: readonly (() => unknown)[] }[] = [];
  let depth = 0;
  const call = (name: string, analyse: (requests: ObservedRequests) => { result: string }) => {
    return (requests: ObservedRequests, ...rest: []) => {
      depth += 1;
      try {
        const answer = analyse(requests, ...rest);
        // An analyser that asks another one is one case.
        if (depth === 1) pending.push(take({ analyser: name, requests, result: answer.result }));
        return answer;
      } finally {
        depth -= 1;
      }
    };
  };
  Object.assign(globalThis, {
    observedCall: call,
    describe: (_: string, body: () => void) => {
      setUps.length = 0;
      body();
    },
    beforeEach: (body: () => unknown) => setUps.push(body),
    it: (_: string, run: () => unknown) => tests.push({ run, before: [...setUps] }),
  });
  const hooks = registerHooks({ load: (url, context, next) => wrapped(url) ?? next(url, context) });
  const { log, error } = console;
  const cwd = process.cwd();
  // Its tests read their pages relative to it.
  process.chdir(home);
  let counted = 0;
  try {
    for (const file of files.split(' '))
      await import(pathToFileURL(path.join(home, `test/${file}.test.js`)).href);
    Object.assign(console, { log: () => {}, error: () => {} });
    for (const { run, before } of tests) {
      pending.length = 0;
      try {
        for (const each of before) await each();
        await run();
      } catch {
        continue;
      }
      for (const count of pending) count();
      counted += pending.length;
    }
  } finally {
    Object.assign(console, { log, error });
    process.chdir(cwd);
    hooks.deregister();
  }
  return counted;
}

/** The module of an analyser whose calls are recorded; undefined for all other modules. */
function wrapped(url: string) {
  const isHsts = url.endsWith('/src/analyzer/hsts.js') && url.includes('mdn-http-observatory');
  if (isHsts)
    return {
      format: 'module',
      source: 'export const isHstsPreloaded = () => null;',
      shortCircuit: true,
    };
  if (!/mdn-http-observatory\/src\/analyzer\/tests\/[\w-]+\.js$/.test(url)) return undefined;
  const names: string[] = [];
  const own = readFileSync(new URL(url), 'utf8').replaceAll(/^export function (\w+Test)\(/gm, (_, name) => {
    names.push(name);
    return `function ${name}(`;
  });
  const exported = names.map((name) => {
    return `const observed_${name} = globalThis.observedCall('${name}', ${name});\nexport { observed_${name} as ${name} };`;
  });
  return { format: 'module', source: `${own}\n${exported.join('\n')}`, shortCircuit: true };
}
