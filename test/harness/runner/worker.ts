import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';
import { releaseShared } from './shared.ts';

/** Runs one test file after the other, as test/run.ts sends them; reporter.ts sends back how they went. */
const { KITHFUZZ_MINUTES, HISTORIES_MINUTES } = process.env;
/** Beyond the minutes that `npm run fuzz` and `npm run chaos -- --histories` ask for. */
const fileTimeoutMs = 600_000 + 60_000 * Number(KITHFUZZ_MINUTES ?? HISTORIES_MINUTES ?? 0);
const leftOpenMs = 20_000;
/** Not 1, with which a test process ends whose tests failed. */
const leftOpenCode = 3;
const uncaughtCode = 4;

/**
 * node:test follows every promise of the process, which costs a tenth of it, to find the suite that a test is declared
 * in and the test that an uncaught error belongs to. Tests are declared while their file loads, and an uncaught error
 * ends the process below, so the hook is only active meanwhile.
 */
let suites: AsyncHook | undefined;
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => (suites = createHook(callbacks));
const { describe } = await import('node:test');
asyncHooks.createHook = createHook;

process.on('message', ({ file }: { file?: string }) => {
  if (file === undefined) return void end();
  suites?.enable();
  describe(file, { timeout: fileTimeoutMs }, async () => {
    try {
      await import(pathToFileURL(file).href);
    } finally {
      suites?.disable();
    }
  });
});

for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    console.error(event, error);
    process.exit(uncaughtCode);
  });

// As the server does: a process of API tests loads two thousand modules.
const { resolveDirectly } = await import(new URL('../../../bin/resolve-modules.mjs', import.meta.url).href);
resolveDirectly();

/** A handle that a file left open keeps the process alive: after a grace period it is reported as a fault. */
async function end(): Promise<void> {
  await releaseShared();
  process.disconnect();
  const endAt = performance.now() + leftOpenMs;
  setInterval(() => {
    // Its own output, and the channel to its parent.
    const open = process.getActiveResourcesInfo().filter((kind) => kind !== 'PipeWrap');
    if (open.length === 0) process.exit();
    if (performance.now() < endAt) return;
    console.error(`still open after all tests: ${open}`);
    // A timer ends by itself: it is named, but fails no run.
    process.exit(open.every((kind) => kind === 'Timeout') ? 0 : leftOpenCode);
  }, 500).unref();
}
