/** What was found of one thing: `ok`, `off` (not set up, not needed to run), `warn` (works, and should be changed) or `bad` (does not work). */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'off' | 'warn' | 'bad';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as NodeJS.ErrnoException;
  const said = message || code || String(error);
  return cause instanceof Error && cause.message ? `${said} (${cause.message})` : said;
};
