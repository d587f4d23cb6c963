import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Operations, StorageUse, Versions } from '../city/operations/operations.ts';
import type { Reader } from '../platform/db/database.ts';
import { failedDeliveries } from '../utility/webhooks/deliveries.ts';
import { version } from '../version.ts';
import type { Config } from './settings.ts';

const maxTables = 10;

/** Operator data beyond the city: webhooks of the utility API, the database and this machine. */
export function createOperations(config: Config, { read }: { readonly read: Reader }): Operations {
  return {
    failedDeliveries: (limit, before) => failedDeliveries(read, limit, before),
    storage: async () => ({
      ...(await readStorageUse(read)),
      free: config.blobsUrl ? null : await freeBytes(config.dataDir),
    }),
    versions: () => readVersions(read),
  };
}

async function readStorageUse(read: Reader): Promise<Omit<StorageUse, 'free'>> {
  const { rows } = await sql<{ database: number; tables: StorageUse['tables']; files: StorageUse['files'] }>`
    SELECT pg_database_size(current_database()) AS database,
      (SELECT coalesce(json_agg(largest), '[]') FROM (
        SELECT relname AS name, pg_total_relation_size(oid) AS bytes, greatest(0, reltuples)::bigint AS rows
        FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
        ORDER BY 2 DESC LIMIT ${maxTables}) AS largest) AS tables,
      json_build_array(
        (SELECT json_build_object('name', 'uploads', 'count', count(*), 'bytes', coalesce(sum(bytes), 0))
          FROM (SELECT DISTINCT sha256, bytes FROM upload) AS blob),
        (SELECT json_build_object('name', 'videos', 'count', count(*), 'bytes', coalesce(sum(bytes), 0))
          FROM video_file)) AS files`.execute(read);
  const [found] = rows;
  if (!found) throw new Error('the database returned no sizes');
  return found;
}

async function readVersions(read: Reader): Promise<Versions> {
  const { rows } = await sql<{ postgres: string; schema: string }>`
    SELECT current_setting('server_version') AS postgres,
      (SELECT name FROM migration ORDER BY applied_at DESC, name DESC LIMIT 1) AS schema`.execute(read);
  const { postgres = '', schema = '' } = rows[0] ?? {};
  return {
    kith: version,
    node: process.versions.node,
    postgres,
    schema,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** Null if the file system does not report it. */
async function freeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => undefined);
  return found ? found.bavail * found.bsize : null;
}
