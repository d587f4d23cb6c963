import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, openBoard } from '../../../fixtures/city/jobs/board.ts';
import { dayMs, MovableClock } from '../../../harness/clock.ts';

const clock = new MovableClock('2026-05-01T00:00:00Z');
const board = await openBoard({ clock });
const { join, joinRich } = board;

test('the view of a job stays small, and older events are on further pages', async () => {
  const [poster, troll] = [await joinRich(1_000), await join()];
  const { id } = await done(poster.post(ask));
  for (let i = 0; i < 3; i++) {
    await done(troll.accept(id));
    await done(troll.submit(id, 'x'.repeat(8_000)));
    await done(troll.call('POST', `/api/exchange/${id}/cancel`));
    clock.forward(8 * dayMs);
  }
  const job = await poster.job(id);
  assert.ok(JSON.stringify(job).length < 5_000);
  assert.ok(job.history.some(({ kind }: { kind: string }) => kind === 'attempts'));
  await board.database.sql(
    `INSERT INTO job_event (job_id, at, kind, by, text) SELECT $1, now(), 'extended', 'x', null FROM generate_series(1, 300)`,
    [id],
  );
  const kinds: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: { history: { kind: string }[]; history_next: string | null } = await done(
      poster.call('GET', `/api/exchange/${id}${next}`),
    );
    kinds.unshift(...page.history.map(({ kind }) => kind));
    next = page.history_next;
  }
  assert.deepEqual([kinds.filter((kind) => kind === 'extended').length, kinds[0]], [300, 'posted']);
  const claims = await done(poster.call('GET', `/api/exchange/${id}/claims?limit=2`));
  const rest = await done(poster.call('GET', `/api/exchange/${id}/claims${claims.next}`));
  assert.deepEqual([claims.claims.length, rest.claims.length, rest.next], [2, 1, null]);
});
