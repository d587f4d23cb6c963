import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBackupStore, signingKeyFor, spoolDirOf } from '../app/backup/backup-tasks.ts';
import { listIds, readBackupManifest } from '../app/backup/manifest.ts';
import { restoreBackup } from '../app/backup/restore.ts';
import { takeBackup } from '../app/backup/take.ts';
import type { Config } from '../app/settings.ts';
import { explainStartError } from '../app/start-errors.ts';
import { openBlobStore } from '../platform/blobs/open.ts';
import { BadSetting } from '../platform/config/setting.ts';
import { refuseDevDir } from '../platform/dev-marker.ts';
import { withLedger } from './with-ledger.ts';

type Print = (text: string, answer: object) => void;

/** Spool directory of commands that only read. */
const temporary = path.join(os.tmpdir(), 'kith-backups');

const options = {
  id: { type: 'string' },
  checkpoint: { type: 'string' },
  keep: { type: 'string' },
} as const;

/** `backup`, `backups` and `restore` of `kith admin`; undefined for any other command. */
export async function backupCommand(
  config: Config,
  [command, ...args]: readonly string[],
  json: boolean,
): Promise<number | undefined> {
  if (command !== 'backup' && command !== 'backups' && command !== 'restore') return undefined;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [place = config.backupTo, ...more] = positionals;
  if (more.length > 0) return undefined;
  if (place === undefined)
    throw new BadSetting(
      `name a directory or s3://bucket/prefix, or set KITH_BACKUP_TO: kith admin ${command} <place>`,
    );
  const print: Print = (text, answer) =>
    void process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${text}\n`);
  try {
    if (command === 'backup') return await take(config, place, parseKeep(values.keep), print);
    if (command === 'backups') return await list(place, print);
    return await restore(config, place, values, print);
  } catch (error) {
    const problem = explainStartError(error);
    if (problem === undefined) throw error;
    process.stderr.write(`kith: ${problem}\n`);
    return 1;
  }
}

function parseKeep(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const keep = Number(given);
  if (!Number.isInteger(keep) || keep < 1) throw new BadSetting('--keep must be a whole number from 1');
  return keep;
}

function take(config: Config, to: string, keep: number | undefined, print: Print): Promise<number> {
  return withLedger(config, async ({ connection }, _keys, checkpoints) => {
    const blobs = await openBlobStore({ url: config.blobsUrl, dir: path.join(config.dataDir, 'blobs') });
    const place = await openBackupStore(to, { spoolDir: spoolDirOf(config.dataDir) });
    try {
      const sign = () => checkpoints.newest();
      const signingKey = await signingKeyFor(config);
      const backup = await takeBackup({ connection, blobs, store: place, signingKey, sign, keep });
      const { id, tables, files, bytes, ledger_size, removed } = backup;
      const removedText = removed.length > 0 ? `; removed ${removed.join(', ')}` : '';
      print(
        `backup ${id}: ${tables} tables, ${files} files, ${ledger_size} ledger entries, ${bytes} bytes written to ${to}${removedText}`,
        backup,
      );
      return 0;
    } finally {
      await place.close();
      await blobs.close();
    }
  });
}

async function list(at: string, print: Print): Promise<number> {
  const place = await openBackupStore(at, { spoolDir: temporary, mustExist: true });
  try {
    for (const id of await listIds(place)) {
      const { taken_at, kith, ledger, files, tables } = await readBackupManifest(place, id);
      const bytes = [...files, ...tables].reduce((sum, each) => sum + each.bytes, 0);
      print(`${id}  kith ${kith}  ${ledger.size} ledger entries, ${files.length} files, ${bytes} bytes`, {
        id,
        taken_at,
        kith,
        ledger_size: ledger.size,
        files: files.length,
        bytes,
      });
    }
    return 0;
  } finally {
    await place.close();
  }
}

async function restore(
  config: Config,
  from: string,
  { id, checkpoint: file }: { id?: string | undefined; checkpoint?: string | undefined },
  print: Print,
): Promise<number> {
  if (config.databaseUrl)
    throw new BadSetting('a restore creates a data dir with an embedded database: unset DATABASE_URL');
  refuseDevDir(config.dataDir);
  const checkpoint = file === undefined ? undefined : await lastCheckpoint(file);
  const place = await openBackupStore(from, { spoolDir: temporary, mustExist: true });
  try {
    const restored = await restoreBackup({ store: place, id, dataDir: config.dataDir, checkpoint });
    print(
      `backup ${restored.id} is restored in ${config.dataDir}: ${restored.ledger_size} ledger entries audited and compared with ${restored.checkpoints.length} checkpoints${restored.left_out.length > 0 ? `; this version does not have, and left out: ${restored.left_out.join(', ')}` : ''}`,
      { ...restored, data_dir: path.resolve(config.dataDir) },
    );
    return 0;
  } finally {
    await place.close();
  }
}

/** The last checkpoint of a file they were appended to. Each is a text, an empty line, and signatures. */
async function lastCheckpoint(file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch((error: Error) => {
    throw new BadSetting(`${file} cannot be read: ${error.message}`);
  });
  const notes = content.match(/(?:[^\n]+\n){3,}\n(?:— [^\n]+\n)+/g);
  const last = notes?.at(-1);
  if (last === undefined) throw new BadSetting(`${file} contains no checkpoint`);
  return last;
}
