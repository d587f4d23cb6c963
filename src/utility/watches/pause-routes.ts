import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { nextDueAfter, scheduleFor } from '../../platform/scheduler/recurring-schedule.ts';
import { checkKind } from './check-tasks.ts';
import type { CreateDependencies } from './create-routes.ts';
import { presentWatch, watchSchema } from './view.ts';
import { requireOwnWatch } from './watch.ts';

const common = {
  area: 'watch',
  auth: 'key',
  method: 'POST',
  effect: 'write',
  errors: [errors.notFound],
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
  example: { params: { id: 'wat_0123456789abcdef01234567' } },
  response: { status: 200, schema: Type.Object(watchSchema) },
} as const;

export const pause = route<CreateDependencies>()({
  ...common,
  path: '/watch/{id}/pause',
  name: 'pauseWatch',
  summary: 'Pause a watch: it is not checked until it is resumed.',
  handle: async ({ params: { id }, caller, tx }, { tasks, kinds }) => {
    const watch = await requireOwnWatch(tx, id, caller.subject);
    const next = { status: 'paused', next_check_at: null };
    await tx.updateTable('watch').set(next).where('id', '=', id).execute();
    await tasks.cancel(tx, { kind: checkKind, subject: id });
    return presentWatch({ ...watch, ...next }, kinds);
  },
});

export const resume = route<CreateDependencies>()({
  ...common,
  path: '/watch/{id}/resume',
  name: 'resumeWatch',
  summary: 'Resume a paused watch from its next due time; changes made in between are reported then.',
  handle: async ({ params: { id }, caller, tx }, { tasks, kinds, clock, watchIntervalMs }) => {
    const watch = await requireOwnWatch(tx, id, caller.subject);
    if (watch.status !== 'paused') return presentWatch(watch, kinds);
    const dueAt = nextDueAfter(scheduleFor(id, watchIntervalMs), clock.now());
    const next = { status: 'active', next_check_at: dueAt };
    await tx.updateTable('watch').set(next).where('id', '=', id).execute();
    await tasks.schedule(tx, { kind: checkKind, subject: id, dueAt });
    return presentWatch({ ...watch, ...next }, kinds);
  },
});
