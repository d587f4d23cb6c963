/** Kinds of scheduled job work, as the task table holds them. */
export const autoApprovalKind = 'silence pays';
export const deadlineKind = 'claim deadline';
export const disputeKind = 'claim dispute';
export const checksKind = 'claim checks';
export const dependentsKind = 'job dependents';
