/** What a look at one thing found: `ok`, `off` (not set up, and not needed to run), or `bad` (set up and not working). */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'off' | 'bad';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const reasonOf = (error: unknown): string => {
  const { message, code, cause } = error as NodeJS.ErrnoException;
  const said = message || code || String(error);
  return cause instanceof Error && cause.message ? `${said} (${cause.message})` : said;
};
