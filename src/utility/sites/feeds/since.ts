import { Type } from 'typebox';
import { invalidField } from '../../../platform/http/errors.ts';
import { readDate } from './dates.ts';

/** Shared by feeds and sitemaps. */
export const sinceParam = Type.Optional(
  Type.String({
    minLength: 4,
    maxLength: 60,
    description:
      'Only what was published or changed at or after this date (ISO 8601). What has no date is left out and counted as undated.',
  }),
);

export const undated = Type.Optional(
  Type.Integer({ description: 'With since: number of those without a date, which are left out.' }),
);

/** As an ISO instant; throws if it is not a date. */
export function readSince(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined;
  const found = readDate(sent);
  if (found) return found;
  throw invalidField('since is not a date', 'Send a date such as 2026-11-01 or 2026-11-01T12:00:00Z.');
}

export const isSince = (date: string | null, from: string): boolean =>
  date !== null && Date.parse(date) >= Date.parse(from);
