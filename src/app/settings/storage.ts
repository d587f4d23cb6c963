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
    'Connection string of an existing PostgreSQL, or of a pooler in front of it. With several hosts (host:5432,host:5432) the primary is used.',
    { fallbackText: 'none: an embedded PostgreSQL in the data dir', secret: true },
  ),
  directUrl: optional(
    'KITH_DIRECT_URL',
    postgresUrl,
    'Direct connection string of PostgreSQL if DATABASE_URL is a pooler (PgBouncer), for LISTEN and migrations.',
    { fallbackText: 'DATABASE_URL', secret: true },
  ),
  readUrl: optional(
    'KITH_READ_URL',
    postgresUrl,
    'Connection string of one or several streaming replicas of DATABASE_URL (host:5432,host:5432), used to read public lists, old pages, exports and the stream.',
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
    '0: kith only checks the schema when it starts and does not change it; run `kith migrate` first.',
  ),
  eventsUrl: optional(
    'KITH_EVENTS_URL',
    natsUrl,
    'nats://[user:password@]host[,host…][/name] (tls:// for TLS) sends events between processes over NATS, for a large cluster.',
    { fallbackText: 'none: PostgreSQL LISTEN/NOTIFY', secret: true },
  ),
  backupTo: optional(
    'KITH_BACKUP_TO',
    text,
    'Destination of backups: a directory on another disk, or s3://bucket/prefix?endpoint=…&region=….',
    { fallbackText: 'none: no backup is taken' },
  ),
  backupIntervalH: setting('KITH_BACKUP_INTERVAL_H', count, 24, 'Hours between two backups.'),
  backupKeep: setting('KITH_BACKUP_KEEP', count, 7, 'Number of backups to keep; older ones are removed.'),
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
