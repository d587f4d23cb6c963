import type { ValueOrReason } from '../catalogue/value-or-reason.ts';

/** Why a file beside a page could not be read. */
export const fileFailure = (answer: ValueOrReason<{ readonly status: number }>): string =>
  'reason' in answer ? answer.reason : `it answered with status ${answer.value.status}`;
