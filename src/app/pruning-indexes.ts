import type { Migration } from '../platform/db/migrations.ts';

/** Indexes that find expired rows. Appended to the end of all migrations. */
export const pruningMigrations: Migration[] = [
  {
    name: '0260 indexes of pruning',
    sql: `CREATE INDEX mention_message ON mention (message_id);
      CREATE INDEX reputation_day_day ON reputation_day (day);
      CREATE INDEX key_spend_day ON key_spend (day);
      CREATE INDEX claim_unpaid ON claim (decided_at) WHERE status IN ('released', 'denied');
      CREATE INDEX video_job_over ON video_job (finished_at)
        WHERE removed_at IS NOT NULL OR status = 'failed' AND NOT owed`,
  },
];
