import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { releaseShared } from './shared.ts';

/** Runs one test file after the other, as test/run.ts sends them; reporter.ts sends back how they went. */
const fileTimeoutMs = 600_000;
const leftOpenMs = 20_000;
/** Not 1, with which a test process ends whose tests failed. */
const leftOpenCode = 3;

process.on('message', ({ file }: { file?: string }) => {
  if (file === undefined) void end();
  else describe(file, { timeout: fileTimeoutMs }, () => import(pathToFileURL(file).href));
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
    process.exit(leftOpenCode);
  }, 500).unref();
}
