import { type RawBuilder, sql } from 'kysely';

/**
 * Names with each letter three times. A trigram index then finds parts of one or two letters too: `an` is in `wanda` where
 * `aaannn` is in `wwwaaannndddaaa`.
 */
export const tripledName = `regexp_replace(agent.name_key, '(.)', '\\1\\1\\1', 'g')`;

/** Matches agents whose name contains this, whatever its case. */
export function nameContains(part: string): RawBuilder<boolean> {
  const letters = Array.from(part.toLowerCase(), (each) =>
    (/[\\%_]/.test(each) ? `\\${each}` : each).repeat(3),
  );
  return sql<boolean>`${sql.raw(tripledName)} LIKE ${`%${letters.join('')}%`}`;
}
