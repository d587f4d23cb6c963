import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import type { Config } from '../app/settings.ts';
import { handoverKind } from '../ledger/proof/handover.ts';
import { HistoryMismatch, publishTiles } from '../ledger/publish.ts';
import { Sequencer } from '../ledger/sequencer.ts';
import { createLedger } from '../ledger/transfer.ts';
import { openStaticFiles } from '../platform/blobs/static-files.ts';
import { systemClock } from '../platform/clock.ts';
import { BadSetting } from '../platform/config/setting.ts';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import { dayMs } from '../platform/duration.ts';
import { keyFromDataDir } from '../platform/keys/server-key.ts';
import { withLedger } from './with-ledger.ts';

const defaultOverlapDays = 30;

/** Operator commands for the ledger; they work with and without a running server. */
export async function ledgerCommand(config: Config, given: string[]): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      url: { type: 'string' },
      'overlap-days': { type: 'string' },
    },
  });
  const [command, place, ...more] = positionals;
  if (more.length > 0) return undefined;
  const print = (text: string, answer: object) =>
    void process.stdout.write(values.json ? `${JSON.stringify(answer)}\n` : `${text}\n`);
  if (command === 'publish' && place) return publish(config, place, values.url ?? place, print);
  if (command === 'rotate-key' && !place)
    return rotateKey(config, parseDays(values['overlap-days']) * dayMs, print);
  if (command === 'backup-key' && place) return backupKey(config, place, print);
  return undefined;
}

type Print = (text: string, answer: object) => void;

function parseDays(given: string | undefined): number {
  if (given === undefined) return defaultOverlapDays;
  const days = Number(given);
  if (!Number.isInteger(days) || days < 0)
    throw new BadSetting('--overlap-days must be a whole number from 0');
  return days;
}

function publish(config: Config, place: string, url: string, print: Print): Promise<number> {
  return withLedger(config, async ({ read }, _keys, checkpoints) => {
    const files = await openStaticFiles(place);
    try {
      const published = await publishTiles({ read, checkpoints, witnesses: config.witnesses, files, url });
      const { size, from, tiles, bytes } = published;
      print(
        `${size} entries published to ${place}: ${tiles} tiles, ${bytes} bytes, from entry ${from + 1} on`,
        {
          place,
          ...published,
        },
      );
      return 0;
    } catch (error) {
      if (!(error instanceof HistoryMismatch)) throw error;
      throw new BadSetting(`${place}: ${error.message}`);
    } finally {
      files.close();
    }
  });
}

/**
 * Records the handover as a ledger entry, so that readers of the log learn the next key from the log itself.
 */
function rotateKey(config: Config, overlapMs: number, print: Print): Promise<number> {
  return withLedger(config, async ({ transaction }, keys) => {
    await keys.origin;
    const ledger = createLedger({ clock: systemClock, onUnsealed: () => {} });
    const { vkey, handover } = await transaction(async (tx) => {
      const added = await keys.add(tx, randomBytes(32), overlapMs);
      const id = createHash('sha256').update(added.vkey).digest('hex').slice(0, 16);
      ledger.collect(tx, [
        { kind: handoverKind, from: 'mint', to: 'sink', amount: 1, ref: `key:${id}`, memo: added.handover },
      ]);
      return added;
    });
    const onError = (error: unknown) => void process.stderr.write(`kith: ${error}\n`);
    const sequencer = new Sequencer({ transaction, clock: systemClock, onError, onSealed: () => {} });
    await sequencer.seal();
    await sequencer.stop();
    const days = Math.round(overlapMs / dayMs);
    print(
      `the ledger is signed with ${vkey} from now on, and for ${days} days also with the previous key.\nNotify everyone who pinned the old key, and the witnesses. Back up the database, which contains the key encrypted.`,
      { vkey, overlap_days: days, handover },
    );
    return 0;
  });
}

/** Copies the root key, and records for `kith doctor` that a backup exists. */
async function backupKey(config: Config, file: string, print: Print): Promise<number> {
  const key = config.signingKey ?? (await keyFromDataDir(config.dataDir));
  const copy = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new BadSetting(
      `${file} cannot be written: ${error.code === 'EEXIST' ? 'it exists' : error.message}`,
    );
  });
  try {
    await copy.writeFile(`${key.toString('hex')}\n`);
    await copy.sync();
  } finally {
    await copy.close();
  }
  const at = new Date().toISOString();
  await writeFile(backupMarkFile(config.dataDir), `${JSON.stringify({ key: fingerprintOf(key), at })}\n`, {
    mode: 0o600,
  });
  print(`the key is in ${file}: move it off this machine and keep it secret`, { file, at });
  return 0;
}

const backupMarkFile = (dataDir: string): string => path.join(dataDir, 'signing-key.backup.json');
const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

const decodeMark = jsonDecoder(Type.Object({ key: Type.String(), at: Type.String() }));

/** When this key was backed up; undefined if never. */
export async function lastKeyBackupAt(dataDir: string, key: Buffer): Promise<string | undefined> {
  const text = await readFile(backupMarkFile(dataDir), 'utf8').catch(() => '{}');
  const mark = decodeMark(text);
  return mark !== unreadable && mark.key === fingerprintOf(key) ? mark.at : undefined;
}
