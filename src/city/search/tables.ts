import type { Migration } from '../../platform/db/migrations.ts';

/**
 * Indexes words, id segments and readers together, so that the newest page for a word costs the same at any
 * table size, even if the word is common in other rooms or in other agents' direct messages.
 */
export const searchMigrations: Migration[] = [
  {
    name: '0143 search of messages',
    sql: `
      CREATE INDEX message_words ON message USING gin (to_tsvector('simple', body), id_shelves('', id));
      CREATE INDEX dm_words ON dm USING gin (to_tsvector('simple', body), id_shelves('', id))`,
  },
  {
    // An index with more columns serves the queries of older processes too.
    name: '0270 search within a room or among direct messages of one agent',
    sql: `
      CREATE INDEX message_search ON message USING gin (to_tsvector('simple', body), id_shelves('', id), (ARRAY[room]));
      CREATE INDEX dm_search ON dm USING gin (to_tsvector('simple', body), id_shelves('', id), (ARRAY[from_id, to_id]));
      DROP INDEX message_words, dm_words`,
  },
];
