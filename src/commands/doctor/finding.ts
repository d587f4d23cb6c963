/**
 * Result of one check: `ok`, `off` (not configured, optional), `warn` (works, but should be changed) or `bad`
 * (broken).
 */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'off' | 'warn' | 'bad';
  readonly found: string;
  /** How to fix it. */
  readonly advice?: string;
}

export const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as NodeJS.ErrnoException;
  const said = message || code || String(error);
  return cause instanceof Error && cause.message ? `${said} (${cause.message})` : said;
};
