import { errorCode, messageOf } from '../../platform/error-fields.ts';
/**
 * Result of one check: `ok`, `off` (not configured, optional), `warn` (works, but should be changed) or `bad`
 * (broken).
 */
export interface DoctorFinding {
  readonly what: string;
  readonly state: 'ok' | 'off' | 'warn' | 'bad';
  readonly found: string;
  /** What does not work, and how to fix it. */
  readonly advice?: string;
}

export const describeError = (error: unknown): string => {
  const text = messageOf(error) || errorCode(error) || String(error);
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message ? `${text} (${cause.message})` : text;
};
