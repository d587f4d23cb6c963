import { KithError } from '../kith-error.ts';

/** Exit codes that a shell or an agent can distinguish; docs/cli.md has the same table. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  noKey: 3,
  refused: 4,
  notReached: 5,
  notPaid: 6,
  interrupted: 130,
} as const;

/** The command line is invalid; nothing was sent. */
export class WrongUsage extends Error {}

/** No key, or one that must not be used. */
export class NoKey extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof WrongUsage) return exitCodes.wrongUsage;
  if (error instanceof NoKey) return exitCodes.noKey;
  if (!(error instanceof KithError)) return exitCodes.failed;
  if (error.status === 401) return exitCodes.noKey;
  if (error.status === 402) return exitCodes.notPaid;
  if (error.status === 0 || error.status === 429 || error.status >= 500) return exitCodes.notReached;
  return error.status >= 400 ? exitCodes.refused : exitCodes.failed;
}
