import assert from 'node:assert/strict';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { serveHttp } from '../../../counterparts/servers.ts';
import { ask, claimOf, done, openBoard } from '../../../fixtures/city/jobs/board.ts';
import { until } from '../../../harness/until.ts';

const board = await openBoard({
  env: { KITH_OUTBOUND_ALLOW: '127.0.0.0/8', KITH_WATCH_INTERVAL_S: '1' },
});

test('on a machine whose cores are all taken, no proof, page or watch is blamed for it', async (t) => {
  const page = '<title>Ready</title><p>It is ready, and has been for a while.</p>';
  // A second of CPU time, of the five that a test may use: on a machine this busy that lasts longer than five seconds.
  const list = `[${Array.from({ length: 6_000 }, (_, i) => `[${i}]`).join()}]`;
  const { port } = await serveHttp(t, ({ url: path }, response) => {
    if (path === '/list') return response.end(list);
    response.setHeader('content-type', 'text/html').end(page);
  });
  const url = `http://127.0.0.1:${port}/`;
  const { utility } = board.app;
  const [poster, ada] = [await board.joinRich(1_000), await board.join()];
  const watch = await done(
    utility.call('POST', '/watch', { key: poster.key, body: { kind: 'page', target: url } }),
  );
  const loops = Array.from(
    { length: 4 * availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  t.after(() => Promise.all(loops.map((loop) => loop.terminate())));
  await Promise.all(loops.map((loop) => once(loop, 'online')));

  const checks = [
    { kind: 'url', contains: 'ready' },
    { kind: 'words', min: 5 },
    { kind: 'skill', skill: 'url-metadata', params: { url: '{proof}' }, expect: { title: 'Ready' } },
    { kind: 'skill', skill: 'json-repair', params: { json: '{"a": 1}' }, expect: { valid_before: true } },
  ];
  const ids: number[] = [];
  for (let i = 0; i < 3; i += 1) ids.push((await done(poster.post({ ...ask, checks, auto: true }))).id);
  const schema = { type: 'array', uniqueItems: true };
  const heavy = { ...ask, checks: [{ kind: 'json_schema', schema }], auto: true };
  ids.push((await done(poster.post(heavy))).id, (await done(poster.post(heavy))).id);
  for (const [i, id] of ids.entries()) {
    await done(ada.accept(id));
    await done(ada.submit(id, i < 3 ? url : `${url}list`));
  }
  const pages = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      utility.call('GET', `/readability?url=${encodeURIComponent(`${url}?${i}`)}`, { key: poster.key }),
    ),
  );
  for (const { status, headers, text } of pages) {
    assert.ok(status === 200 || status === 503, `${status} ${text}`);
    if (status === 503) assert.ok(headers['retry-after'], text);
  }
  for (const id of ids) {
    await until(async () => (await claimOf(ada, id)).checks !== null, `job ${id} checked`);
    const { checks: results, status } = await claimOf(ada, id);
    assert.deepEqual([results.filter((each: { passed: boolean }) => !each.passed), status], [[], 'approved']);
  }
  const watched = () => utility.call('GET', `/watch/${watch.watch_id}`, { key: poster.key });
  const { checks: before } = await done(watched());
  await until(async () => (await done(watched())).checks > before + 1, 'watched on');
  const { status, last_error } = await done(watched());
  assert.deepEqual([status, last_error], ['active', null]);
});
