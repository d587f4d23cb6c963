import type { Migration } from '../../platform/db/migrations.ts';

/** Words and id segments in one index: the newest page of a word costs the same however many messages there are. */
export const searchMigrations: Migration[] = [
  {
    name: '0143 search of messages',
    sql: `
      CREATE INDEX message_words ON message USING gin (to_tsvector('simple', body), id_shelves('', id));
      CREATE INDEX dm_words ON dm USING gin (to_tsvector('simple', body), id_shelves('', id))`,
  },
];
