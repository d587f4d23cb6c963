/** Task kinds as stored in the task table. */
export const autoApprovalKind = 'silence pays';
export const deadlineKind = 'claim deadline';
export const disputeKind = 'claim dispute';
export const checksKind = 'claim checks';
export const dependentsKind = 'job dependents';
