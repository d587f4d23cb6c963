import { existsSync } from 'node:fs';
import path from 'node:path';
import { OperatorProblem } from './operator-problem.ts';

/** In the data dir of `kith dev`, and in no other. */
export const devMarkerName = 'kith-dev.json';

export const isDevDir = (dataDir: string): boolean => existsSync(path.join(dataDir, devMarkerName));

/** What lives in a dev dir has test money and a clock that was moved: no production command may go on with it. */
export function refuseDevDir(dataDir: string): void {
  if (!isDevDir(dataDir)) return;
  throw new OperatorProblem(
    `${dataDir} is the data dir of kith dev, whose money and time are not real: set KITH_DATA_DIR to another one`,
  );
}
