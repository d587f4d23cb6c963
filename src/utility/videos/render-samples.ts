import type { Task, TaskKind } from '../../platform/scheduler/task-kind.ts';
import { renderSampleKind } from './job.ts';
import { type RenderWorkDependencies, renderTask, renderVideo } from './render-task.ts';

/** Renders the samples of the site, one at a time and only while no other video is queued or rendering. */
export function renderSampleTask(deps: RenderWorkDependencies & { readonly samples: boolean }): TaskKind {
  return {
    ...renderTask(deps),
    kind: renderSampleKind,
    concurrency: 1,
    abortOnStop: true,
    run: (task) => (deps.samples ? renderVideo(deps, task) : dropSample(deps, task)),
  };
}

/** Removes a sample that was ordered before the operator turned samples off. */
const dropSample = (
  { transaction }: Pick<RenderWorkDependencies, 'transaction'>,
  task: Task,
): Promise<void> =>
  transaction(async (tx) => {
    await tx.deleteFrom('video_job').where('id', '=', task.subject).execute();
    await task.finish(tx);
  });
