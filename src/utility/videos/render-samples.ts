import type { Task, TaskKind } from '../../platform/scheduler/task-kind.ts';
import { renderSampleKind } from './job.ts';
import { type RenderWorkParts, renderVideo, renderWork } from './render-work.ts';

/** Renders the samples of the site, one at a time and only while no other video is queued or rendering. */
export function renderSampleWork(parts: RenderWorkParts & { readonly samples: boolean }): TaskKind {
  return {
    ...renderWork(parts),
    kind: renderSampleKind,
    concurrency: 1,
    abortOnStop: true,
    run: (task) => (parts.samples ? renderVideo(parts, task) : drop(parts, task)),
  };
}

/** Removes a sample that was ordered before the operator turned samples off. */
const drop = ({ transaction }: Pick<RenderWorkParts, 'transaction'>, task: Task): Promise<void> =>
  transaction(async (tx) => {
    await tx.deleteFrom('video_job').where('id', '=', task.subject).execute();
    await task.finish(tx);
  });
