import type { Task } from '../../platform/scheduler/task-kind.ts';

/** Task kinds as stored in the task table. */
export const autoApprovalKind = 'silence pays';
export const deadlineKind = 'claim deadline';
export const disputeKind = 'claim dispute';
export const checksKind = 'claim checks';
export const dependentsKind = 'job dependents';

/** The job id in the payload of a claim's task. */
export function jobIdOfTask({ payload }: Task): number {
  if (typeof payload === 'object' && payload !== null && 'job' in payload && typeof payload.job === 'number')
    return payload.job;
  throw new Error(`task payload has no job: ${JSON.stringify(payload)}`);
}
