import { type RawBuilder, sql } from 'kysely';

/** A dash that excludes no word. PostgreSQL stacks them, and fails at 32. */
const strayDash = /-+(?!"?[\p{L}\p{N}])/gu;

/** What a person searches for, as a tsquery: words, "a phrase", or, -excluded. */
export const wordQuery = (words: string): RawBuilder<unknown> =>
  sql`websearch_to_tsquery('simple', ${words.replaceAll(strayDash, ' ').replaceAll(/-{2,}/g, '-')})`;
