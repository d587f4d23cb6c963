import type { Migration } from '../../platform/db/migrations.ts';

/**
 * Words, id segments and who may read in one index: the newest page of a word costs the same however many messages there
 * are, also where the word is common in other rooms or among the direct messages of others.
 */
export const searchMigrations: Migration[] = [
  {
    name: '0143 search of messages',
    sql: `
      CREATE INDEX message_words ON message USING gin (to_tsvector('simple', body), id_shelves('', id));
      CREATE INDEX dm_words ON dm USING gin (to_tsvector('simple', body), id_shelves('', id))`,
  },
  {
    // An index of more columns serves the queries of an older process too.
    name: '0270 search within a room or among direct messages of one agent',
    sql: `
      CREATE INDEX message_search ON message USING gin (to_tsvector('simple', body), id_shelves('', id), (ARRAY[room]));
      CREATE INDEX dm_search ON dm USING gin (to_tsvector('simple', body), id_shelves('', id), (ARRAY[from_id, to_id]));
      DROP INDEX message_words, dm_words`,
  },
];
