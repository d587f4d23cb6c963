import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { runForOwner } from '../../../../src/platform/fair-share.ts';
import { Refusal } from '../../../../src/platform/http/refusal.ts';
import { asSkillError } from '../../../../src/utility/catalogue/errors.ts';
import { documentTester } from '../../../../src/utility/text/documents/document-tester.ts';
import { TaskFailure } from '../../../../src/utility/workers/failure.ts';
import { Workers } from '../../../../src/utility/workers/workers.ts';
import { until } from '../../../harness/until.ts';

function input(title: string) {
  const bytes = Buffer.from(`<title>${title}</title>`);
  return { page: { bytes, contentType: 'text/html', url: 'http://site.test/', hash: title } };
}

test('the queue is bounded, and a task over the bound is refused at once', async (t) => {
  const workers = new Workers();
  t.after(() => workers.stop());
  const asked = Array.from({ length: 150 }, (_, i) => workers.run('page-metadata', input(`n${i}`)));
  const settled = await Promise.allSettled(asked);
  const served = settled.filter((each) => each.status === 'fulfilled').length;
  assert.ok(served >= 64 && served < 150, `${served} served`);
  settled.forEach((each, i) => {
    if (each.status === 'fulfilled') assert.equal(each.value.title, `n${i}`);
    else {
      const shown = asSkillError(each.reason);
      assert.ok(shown instanceof Refusal);
      assert.deepEqual(
        [shown.kind.status, shown.kind.code, shown.headers['retry-after']],
        [503, 'overloaded', '3'],
      );
    }
  });
  const bytes = 100 * 1_024 * 1_024;
  const large = [1, 2, 3, 4, 5, 6, 7, 8].map((i) =>
    workers.run('page-metadata', input(`large${i}`), { bytes }),
  );
  const refused = (await Promise.allSettled(large)).filter((each) => each.status === 'rejected');
  assert.ok(refused.length > 0, 'waiting inputs are bounded in bytes too');
});

test('a task over its time is killed, an abandoned one dropped, and the next one runs', async (t) => {
  const workers = new Workers();
  t.after(() => workers.stop());
  const hard = { page: { ...input('hard').page, bytes: Buffer.from('<b>x</b>'.repeat(400_000)) } };
  await assert.rejects(workers.run('page-article', hard, { timeoutMs: 20 }), { reason: 'too_slow' });
  const controller = new AbortController();
  const given = workers.run('page-metadata', input('given up'), { signal: controller.signal });
  controller.abort(new Error('left'));
  await assert.rejects(given, /left/);
  assert.equal((await workers.run('page-metadata', input('next'))).title, 'next');
});

test('stopping ends running and waiting tasks', async () => {
  const workers = new Workers();
  const running = Array.from({ length: 10 }, (_, i) => workers.run('page-metadata', input(`s${i}`)));
  const settled = Promise.allSettled(running);
  await workers.stop();
  for (const each of await settled) assert.equal(each.status, 'rejected');
  await assert.rejects(workers.run('page-metadata', input('after')), TaskFailure);
});

test('a document test that is stopped is no verdict about the document', async () => {
  const workers = new Workers();
  const bytes = Buffer.from(`[${Array.from({ length: 120_000 }, (_, i) => `[${i}]`).join()}]`);
  const test = { kind: 'json_schema', schema: { uniqueItems: true } } as const;
  const tested = documentTester(workers).run({ test, bytes }, new AbortController().signal);
  const rejected = assert.rejects(tested, { reason: 'busy' });
  await until(() => workers.figures.busy > 0, 'started');
  await workers.stop();
  await rejected;
});

const workerThreads = () =>
  readdirSync('/proc/self/task').filter((thread) =>
    readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').startsWith('WorkerThread'),
  );

test('heavy tasks yield to the server and to small tasks', {
  skip: process.platform !== 'linux' && 'elsewhere a process has one priority',
}, async (t) => {
  const workers = new Workers();
  t.after(() => workers.stop());
  const [before, others] = [getPriority(0), workerThreads()];
  const own = () => workerThreads().filter((thread) => !others.includes(thread));
  await workers.run('page-metadata', input('small'));
  await workers.run('page-metadata', input('large'), { bytes: 2 * 1_024 * 1_024 });
  await workers.run('page-metadata', input('small again'));
  assert.deepEqual(
    own()
      .map((thread) => getPriority(Number(thread)))
      .toSorted((a, b) => a - b),
    [before, Math.max(before, 10)],
  );
  assert.equal(getPriority(0), before, 'the server itself stays as it is');
});

test('a task that turns out to be long goes on at low priority, and others find a thread at the usual one', {
  skip: process.platform !== 'linux' && 'elsewhere a process has one priority',
}, async (t) => {
  const workers = new Workers();
  t.after(() => workers.stop());
  const others = workerThreads();
  const priorities = () =>
    workerThreads()
      .filter((thread) => !others.includes(thread))
      .map((thread) => getPriority(Number(thread)))
      .toSorted((a, b) => a - b);
  const before = getPriority(0);
  const hard = { page: { ...input('hard').page, bytes: Buffer.from('<b>x</b>'.repeat(400_000)) } };
  const long = runForOwner('new', () => workers.run('page-article', hard));
  const ended = assert.rejects(long, { reason: 'busy' });
  await until(() => priorities().includes(Math.max(before, 10)), 'lowered');
  await runForOwner('modest', () => workers.run('page-metadata', input('modest')));
  assert.deepEqual(priorities(), [before, Math.max(before, 10)]);
  assert.equal(getPriority(0), before, 'the server itself stays as it is');
  await workers.stop();
  await ended;
});

test('the tasks of an owner who had much of them yield too, those of others do not', {
  skip: process.platform !== 'linux' && 'elsewhere a process has one priority',
}, async (t) => {
  const workers = new Workers();
  t.after(() => workers.stop());
  const others = workerThreads();
  const priorities = () =>
    workerThreads()
      .filter((thread) => !others.includes(thread))
      .map((thread) => getPriority(Number(thread)));
  const before = getPriority(0);
  const hard = { page: { ...input('hard').page, bytes: Buffer.from('<b>x</b>'.repeat(400_000)) } };
  await assert.rejects(
    runForOwner('greedy', () => workers.run('page-article', hard, { timeoutMs: 1_000 })),
    { reason: 'too_slow' },
  );
  await runForOwner('greedy', () => workers.run('page-metadata', input('greedy')));
  assert.deepEqual(priorities(), [Math.max(before, 10)]);
  await runForOwner('modest', () => workers.run('page-metadata', input('modest')));
  assert.deepEqual(
    priorities().toSorted((a, b) => a - b),
    [before, Math.max(before, 10)],
  );
});
