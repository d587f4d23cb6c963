import type { Task, TaskKind } from '../../platform/scheduler/task-kind.ts';
import { renderSampleKind } from './job.ts';
import { type RenderWorkParts, renderTask, renderVideo } from './render-task.ts';

/** Renders the samples of the site, one at a time and only while no other video is queued or rendering. */
export function renderSampleTask(parts: RenderWorkParts & { readonly samples: boolean }): TaskKind {
  return {
    ...renderTask(parts),
    kind: renderSampleKind,
    concurrency: 1,
    abortOnStop: true,
    run: (task) => (parts.samples ? renderVideo(parts, task) : dropSample(parts, task)),
  };
}

/** Removes a sample that was ordered before the operator turned samples off. */
const dropSample = ({ transaction }: Pick<RenderWorkParts, 'transaction'>, task: Task): Promise<void> =>
  transaction(async (tx) => {
    await tx.deleteFrom('video_job').where('id', '=', task.subject).execute();
    await task.finish(tx);
  });
