import pg from 'pg';
import { errorCode } from '../error-fields.ts';

/** A state of the host in which no request of its kind can succeed: the request is not at fault. */
export interface Unavailable {
  readonly state: string;
  readonly retryAfterS: number;
}

/** States that need the operator last longer than a restart or a failover. */
const states: readonly (readonly [codes: RegExp, state: string, retryAfterS: number])[] = [
  [/^(53100|ENOSPC)$/, 'cannot write at the moment: its disk is full', 10],
  [/^(53400|EDQUOT)$/, 'cannot write at the moment: its share of the disk is used up', 10],
  [/^(58030|EIO)$/, 'cannot write at the moment: its disk fails', 10],
  [/^EROFS$/, 'cannot write at the moment: its disk is read-only', 10],
  [/^25006$/, 'cannot write at the moment: its database is read-only', 2],
  [/^53300$/, 'cannot reach its database at the moment: all connections are taken', 1],
  [/^53/, 'cannot handle this request now: its database is short of memory', 2],
  [/^(08|57)/, 'cannot reach its database at the moment', 1],
  [
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/,
    'cannot reach its database at the moment',
    1,
  ],
];
/** A standby rejects what only a primary can do. */
const inRecovery = /during recovery/;
/** The driver has no codes for these: no free connection in time, or the one in use broke. */
const databaseLost =
  /timeout exceeded when trying to connect|^timeout expired|Connection terminated|is not queryable/;

export function findUnavailable(error: unknown): Unavailable | undefined {
  if (!(error instanceof Error)) return undefined;
  const code =
    error instanceof pg.DatabaseError && inRecovery.test(error.message)
      ? '25006'
      : databaseLost.test(error.message)
        ? '08006'
        : (errorCode(error) ?? '');
  const found = states.find(([codes]) => codes.test(code));
  return found && { state: found[1], retryAfterS: found[2] };
}
