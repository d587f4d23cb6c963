import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';
import { audit } from '../../ledger/audit.ts';
import { LogKeys } from '../../ledger/log-keys.ts';
import { createNodeStore } from '../../ledger/nodes.ts';
import { openCheckpoint } from '../../ledger/proof/checkpoint.ts';
import { computeRoot } from '../../ledger/proof/merkle-proof.ts';
import { NoteError, parseVerifierKey } from '../../ledger/proof/note.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { FileBlobStore } from '../../platform/blobs/files.ts';
import { systemClock } from '../../platform/clock.ts';
import { DatabaseClient } from '../../platform/db/client.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../../platform/db/embedded/server.ts';
import { migrate } from '../../platform/db/migrations.ts';
import type { ConnectionOptions } from '../../platform/db/pool.ts';
import { restoreTables } from '../../platform/db/snapshot.ts';
import { errorCode } from '../../platform/error-fields.ts';
import { ServerKey } from '../../platform/keys/server-key.ts';
import { makeDir } from '../../platform/make-dir.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { pipeThrough } from '../../platform/pipe-through.ts';
import { replaceFile } from '../../platform/replace-file.ts';
import { version } from '../../version.ts';
import { baseline } from '../baseline.ts';
import { migrations } from '../migrations.ts';
import { backupKeys, fileKey, listIds, type Manifest, readBackupManifest } from './manifest.ts';

export interface RestoredBackup extends VerifiedLedger {
  readonly id: string;
  readonly taken_at: string;
  readonly tables: number;
  readonly files: number;
  /** Tables and columns of a development version that this one does not have. */
  readonly left_out: readonly string[];
}

interface RestoreOptions {
  readonly store: BlobStore;
  /** Defaults to the newest. */
  readonly id?: string | undefined;
  readonly dataDir: string;
  /** An independently stored checkpoint that the restored ledger must be consistent with. */
  readonly checkpoint?: string | undefined;
}

const anySize = Number.MAX_SAFE_INTEGER;

/**
 * Creates a data directory from a backup. It is built and verified under a temporary name and then renamed,
 * so that a failed or killed restore leaves no data directory behind.
 */
export async function restoreBackup({
  store,
  id,
  dataDir,
  checkpoint,
}: RestoreOptions): Promise<RestoredBackup> {
  const target = path.resolve(dataDir);
  await refuseUsedTarget(target);
  const manifest = await readBackupManifest(store, id ?? (await findNewest(store)));
  refuseNewerBackup(manifest);
  const draft = `${target}.restoring`;
  await removeDraft(draft);
  await makeDir(draft, 0o700);
  try {
    const key = await readSigningKey(store, manifest);
    await replaceFile(path.join(draft, 'signing-key'), `${key}\n`);
    await restoreFiles(store, manifest, path.join(draft, 'blobs'));
    const server = await startEmbeddedPostgres({ dataDir: draft, log: () => {} });
    const { host, port, user, database } = server;
    const connection = { host, port, user, database };
    let verified: VerifiedLedger;
    let leftOut: string[];
    try {
      leftOut = await restoreDatabase(store, manifest, connection);
      await beginEpoch(connection, new Date(manifest.taken_at));
      const serverKey = new ServerKey(Buffer.from(key, 'hex'));
      const checkpoints = [manifest.ledger.checkpoint, checkpoint].filter((each) => each != null);
      verified = await verifyRestored(connection, serverKey, checkpoints);
    } finally {
      await server.stop();
    }
    await rename(draft, target);
    const { tables, files, taken_at } = manifest;
    return {
      id: manifest.id,
      taken_at,
      tables: tables.length,
      files: files.length,
      left_out: leftOut,
      ...verified,
    };
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  }
}

async function refuseUsedTarget(target: string): Promise<void> {
  const names = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length > 0)
    throw new OperatorProblem(
      `${target} is not empty, and a restore creates a new data dir: move this one away, or set KITH_DATA_DIR`,
    );
}

async function findNewest(store: BlobStore): Promise<string> {
  const newest = (await listIds(store)).at(-1);
  if (!newest) throw new OperatorProblem('there is no complete backup at that destination');
  return newest;
}

/** Taken before 0.1.0: its tables are read into the baseline. */
const isFromDevelopment = ({ migrations: applied }: Manifest): boolean => !applied.includes(baseline.name);

function refuseNewerBackup(manifest: Manifest): void {
  const { id, kith, migrations: applied } = manifest;
  const known = new Set(migrations.map(({ name }) => name));
  if (!isFromDevelopment(manifest) && applied.some((name) => !known.has(name)))
    throw new OperatorProblem(
      `backup ${id} was taken by kith ${kith}, which is newer: restore it with that version`,
    );
}

/**
 * Removes the remains of a killed restore, including a server it left running. Refuses if one is still
 * running.
 */
async function removeDraft(draft: string): Promise<void> {
  if (await findRunningPostgres(draft)) {
    const server = await startEmbeddedPostgres({ dataDir: draft, log: () => {} });
    await server.stop();
  }
  await rm(draft, { recursive: true, force: true, maxRetries: 10 });
}

async function readSigningKey(store: BlobStore, { id }: Manifest): Promise<string> {
  const found = await store.read(backupKeys(id).signingKey);
  if (!found) throw new OperatorProblem(`backup ${id} is missing its signing key`);
  return (await text(found.stream)).trim();
}

async function restoreFiles(store: BlobStore, { id, files }: Manifest, dir: string): Promise<void> {
  const blobs = await FileBlobStore.open(dir);
  for (const { key, sha256, content_type } of files) {
    const found = await store.read(fileKey(sha256));
    if (!found) throw new OperatorProblem(`backup ${id} is missing the file ${key}`);
    const stored = await blobs.put(key, found.stream, { contentType: content_type, maxBytes: anySize });
    if (stored.sha256 !== sha256) throw new OperatorProblem(`the file ${key} of backup ${id} is damaged`);
  }
  await blobs.close();
}

/** Restores the schema as of the backup and its rows, then runs newer migrations. */
async function restoreDatabase(
  store: BlobStore,
  manifest: Manifest,
  connection: ConnectionOptions,
): Promise<string[]> {
  const applied = new Set(isFromDevelopment(manifest) ? [baseline.name] : manifest.migrations);
  await migrate(
    connection,
    migrations.filter(({ name }) => applied.has(name)),
    manifest.kith,
  );
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  const leftOut = await restoreTables(connection, {
    // Backups of development versions contain the history of the schema too.
    tables: manifest.tables.filter(({ name }) => name !== 'migration' && name !== 'migration_lock'),
    sequences: manifest.sequences,
    readTableRows: ({ name }) => {
      const table = tables.get(name);
      if (!table) throw new Error(`there is no table ${name}`);
      return readTableRows(store, manifest, table);
    },
  });
  await migrate(connection, migrations, version);
  return leftOut;
}

/** More than any city assigned between the backup and its restore. */
const [minIds, idsPerSecond] = [10_000, 100];

/**
 * Continues all ids far above those of the backup: readers have seen ids that were given after it, and no id may
 * name two things. Positions between are recognised by `resolvePosition`.
 */
async function beginEpoch(connection: ConnectionOptions, takenAt: Date): Promise<void> {
  const client = new DatabaseClient(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const elapsedS = Math.max(0, Math.ceil((Date.now() - takenAt.getTime()) / 1_000));
    await client.query('BEGIN');
    const { rows } = await client.query<{ first: string }>(
      `INSERT INTO position_epoch (first_id, started_at, newest)
       SELECT greatest((SELECT max(last_value) FROM pg_sequences WHERE schemaname = 'public'),
         (SELECT max(last_id) FROM agent_event_counter), (SELECT last_seq FROM public_event_head), 0) + $1, now(), $2
       RETURNING first_id AS first`,
      [minIds + idsPerSecond * elapsedS, JSON.stringify(await readNewestIds(client))],
    );
    const [epoch] = rows;
    await client.query(
      `SELECT setval(format('%I', sequencename)::regclass, $1) FROM pg_sequences
       WHERE schemaname = 'public' AND max_value > $1`,
      [epoch?.first],
    );
    await client.query(
      `INSERT INTO agent_event_counter (agent_id, last_id) SELECT id, $1 FROM agent
       ON CONFLICT (agent_id) DO UPDATE SET last_id = excluded.last_id`,
      [epoch?.first],
    );
    await client.query('UPDATE public_event_head SET last_seq = $1', [epoch?.first]);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** The newest id of each table whose ids are positions of readers. */
async function readNewestIds(client: DatabaseClient): Promise<Record<string, number>> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `SELECT owner.relname AS table, attname AS column FROM pg_class AS sequence
     JOIN pg_depend ON pg_depend.objid = sequence.oid AND deptype IN ('a', 'i') AND refobjsubid > 0
     JOIN pg_class AS owner ON owner.oid = refobjid AND owner.relnamespace = 'public'::regnamespace
     JOIN pg_attribute ON attrelid = owner.oid AND attnum = refobjsubid
     WHERE sequence.relkind = 'S' AND owner.relname NOT IN ('ledger_entry', 'public_event')`,
  );
  const maxima = columns.map(
    ({ table, column }) =>
      `SELECT ${client.escapeLiteral(table)} AS name, max(${client.escapeIdentifier(column)}) AS newest FROM ${client.escapeIdentifier(table)}`,
  );
  const { rows } = await client.query<{ name: string; newest: string | null }>(
    `${maxima.join(' UNION ALL ')}
     UNION ALL SELECT 'agent_event', max(last_id) FROM agent_event_counter
     UNION ALL SELECT 'ledger_entry', max(seq) FROM ledger_entry
     UNION ALL SELECT 'public_event', last_seq FROM public_event_head`,
  );
  return Object.fromEntries(rows.map(({ name, newest }) => [name, Number(newest ?? 0)]));
}

async function* readTableRows(
  store: BlobStore,
  { id }: Manifest,
  { name, sha256 }: Manifest['tables'][number],
): AsyncGenerator<Uint8Array> {
  const found = await store.read(backupKeys(id).table(name));
  const damaged = new OperatorProblem(`the table ${name} of backup ${id} is damaged`);
  if (!found) throw damaged;
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = found.stream;
  const hashedChunks = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    yield* pipeThrough(hashedChunks(), createZstdDecompress());
  } catch (error) {
    throw errorCode(error)?.startsWith('ZSTD_') ? damaged : error;
  }
  // Thrown inside the COPY, so that its transaction is rolled back.
  if (hash.digest('hex') !== sha256) throw damaged;
}

interface VerifiedLedger {
  readonly ledger_size: number;
  /** Sizes of the checkpoints that the ledger was verified against. */
  readonly checkpoints: readonly number[];
}

/** Throws unless every balance and hash of the ledger is correct and it matches all signed checkpoints. */
async function verifyRestored(
  connection: ConnectionOptions,
  serverKey: ServerKey,
  checkpoints: readonly string[],
): Promise<VerifiedLedger> {
  const database = openDatabase(connection, { name: 'kith restore', connections: 4, onLost: () => {} });
  try {
    const { ok, entries, problems } = await audit(database.transaction);
    if (!ok) throw new OperatorProblem(`the audit of the restored ledger failed: ${problems[0]}`);
    const keys = new LogKeys({ ...database, clock: systemClock, serverKey });
    const verifiers = (await keys.all()).map(({ vkey }) => parseVerifierKey(vkey));
    const sizes: number[] = [];
    for (const note of checkpoints) {
      const { size, root } = openNote(note, verifiers);
      if (size > entries)
        throw new OperatorProblem(
          `the restored ledger has ${entries} entries, and a checkpoint of ${size} was signed: the backup is older than the checkpoint`,
        );
      if (!(await computeRoot(createNodeStore(database.read), size)).equals(root))
        throw new OperatorProblem(`the restored ledger contradicts the checkpoint of ${size} entries`);
      sizes.push(size);
    }
    return { ledger_size: entries, checkpoints: sizes };
  } finally {
    await database.close();
  }
}

function openNote(note: string, verifiers: Parameters<typeof openCheckpoint>[1]) {
  try {
    return openCheckpoint(note, verifiers);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new OperatorProblem(
      `the checkpoint was not signed by a key of the restored ledger: ${error.message}`,
    );
  }
}
