import { keyFromDataDir } from '../../platform/keys/server-key.ts';
import type { Config } from '../settings.ts';

/** The signing key of this deployment, from the settings or the data directory. */
export const signingKeyFor = async (config: Config): Promise<Buffer> =>
  config.signingKey ?? keyFromDataDir(config.dataDir);
