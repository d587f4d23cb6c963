import { count, natsUrl, postgresUrl, text, zeroOrOne } from '../../platform/config/parse.ts';
import { optional, setting } from './define.ts';

/** Where data, files and events are stored. */
export const storage = {
  dataDir: setting(
    'KITH_DATA_DIR',
    text,
    './data',
    'Directory of the embedded database, files and the signing key.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    postgresUrl,
    'Connection string of an existing PostgreSQL, or of a pooler before it. Of several hosts (host:5432,host:5432) the primary is used.',
    { fallbackText: 'none: an embedded PostgreSQL in the data dir', secret: true },
  ),
  directUrl: optional(
    'KITH_DIRECT_URL',
    postgresUrl,
    'Connection string of PostgreSQL itself where DATABASE_URL is that of a pooler (PgBouncer): for LISTEN and migrations.',
    { fallbackText: 'DATABASE_URL', secret: true },
  ),
  readUrl: optional(
    'KITH_READ_URL',
    postgresUrl,
    'Connection string of a streaming replica of DATABASE_URL, or of several (host:5432,host:5432), that public lists, old pages, exports and the stream are read from.',
    { fallbackText: 'none: all reads go to the primary', secret: true },
  ),
  databaseConnections: setting(
    'KITH_DATABASE_CONNECTIONS',
    count,
    16,
    'Connections of this process to the database.',
  ),
  migrateAtStart: setting(
    'KITH_MIGRATE_AT_START',
    zeroOrOne,
    true,
    '0: a start does not change the schema, it only checks it; run `kith migrate` first.',
  ),
  eventsUrl: optional(
    'KITH_EVENTS_URL',
    natsUrl,
    'nats://[user:password@]host[,host…][/name] (tls:// for TLS) for a large cluster: events between processes go by NATS.',
    { fallbackText: 'none: PostgreSQL LISTEN/NOTIFY', secret: true },
  ),
  backupTo: optional(
    'KITH_BACKUP_TO',
    text,
    'Where backups are taken to: a directory on another disk, or s3://bucket/prefix?endpoint=…&region=….',
    { fallbackText: 'none: no backup is taken' },
  ),
  backupIntervalH: setting('KITH_BACKUP_INTERVAL_H', count, 24, 'Hours between two backups.'),
  backupKeep: setting('KITH_BACKUP_KEEP', count, 7, 'How many backups are kept; older ones are removed.'),
  blobsUrl: optional(
    'KITH_BLOBS_URL',
    text,
    's3://bucket/prefix?endpoint=…&region=… with the usual AWS settings.',
    {
      fallbackText: 'none: files in the data dir',
      secret: true,
    },
  ),
};
