import { existsSync } from 'node:fs';
import path from 'node:path';
import { OperatorProblem } from './operator-problem.ts';

/** Present only in the data directory of `kith dev`. */
export const devMarkerName = 'kith-dev.json';

export const isDevDir = (dataDir: string): boolean => existsSync(path.join(dataDir, devMarkerName));

/** A dev directory holds test money and a clock that was moved: no production command may use it. */
export function refuseDevDir(dataDir: string): void {
  if (!isDevDir(dataDir)) return;
  throw new OperatorProblem(
    `${dataDir} is the data dir of kith dev, whose money and time are not real: set KITH_DATA_DIR to another one`,
  );
}
