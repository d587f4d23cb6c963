import { keyFromDataDir } from '../../platform/keys/server-key.ts';
import type { Config } from '../settings.ts';

/** The key of this deployment, wherever it is kept. */
export const signingKeyFor = async (config: Config): Promise<Buffer> =>
  config.signingKey ?? keyFromDataDir(config.dataDir);
