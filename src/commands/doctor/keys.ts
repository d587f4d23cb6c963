import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../app/settings.ts';
import { keyFromDataDir } from '../../platform/keys/server-key.ts';
import { lastKeyBackupAt } from '../ledger.ts';
import { type DoctorFinding, describeError } from './finding.ts';

/** Without its key a city cannot sign checkpoints, and no secret derived from it works. */
export async function checkKeys({ signingKey, dataDir }: Config): Promise<DoctorFinding> {
  const what = 'keys';
  try {
    const file = path.join(path.resolve(dataDir), 'signing-key');
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (!signingKey && !exists)
      return { what, state: 'ok', found: 'none yet; the first start creates the signing key' };
    const at = await lastKeyBackupAt(dataDir, signingKey ?? (await keyFromDataDir(dataDir)));
    if (at) return { what, state: 'ok', found: `the signing key was backed up at ${at}` };
    const where = signingKey ? 'KITH_SIGNING_KEY' : file;
    return {
      what,
      state: 'warn',
      found: `the signing key (${where}) is not known to be backed up`,
      advice: 'kith ledger backup-key FILE, and move FILE off this machine',
    };
  } catch (error) {
    return { what, state: 'bad', found: describeError(error), advice: 'restore signing-key from its backup' };
  }
}
