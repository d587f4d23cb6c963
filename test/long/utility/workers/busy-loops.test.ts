import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Workers } from '../../../../src/utility/workers/workers.ts';
import { patienceMs } from '../../../harness/until.ts';

const input = (title: string) => {
  const bytes = Buffer.from(`<title>${title}</title>`);
  return { page: { bytes, contentType: 'text/html', url: 'http://site.test/', hash: title } };
};

test('small pages are read beside busy loops: loading and waiting for a core cost a task nothing', {
  skip: process.platform !== 'linux' && 'elsewhere the time that passes is counted',
}, async (t) => {
  const workers = new Workers();
  t.after(() => workers.stop());
  const loops = Array.from(
    { length: 3 * availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  t.after(() => Promise.all(loops.map((loop) => loop.terminate())));
  await Promise.all(loops.map((loop) => once(loop, 'online')));
  const heavy = workers.run('page-article', input('heavy'), {
    bytes: 2 * 1_024 * 1_024,
    timeoutMs: 1_000,
    waitMs: patienceMs,
  });
  // Less than starting a thread and loading its code takes on this machine.
  const options = { timeoutMs: 200, waitMs: patienceMs };
  for (let i = 0; i < 50; i += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => workers.run('page-metadata', input(`page ${i + n}`), options)),
    );
  await heavy;
});
