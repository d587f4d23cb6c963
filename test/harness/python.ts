import { spawnSync } from 'node:child_process';
import path from 'node:path';

const oldest = 'import sys; sys.exit(sys.version_info < (3, 9))';

/** Why tests of the Python client are skipped, or false. */
export const withoutPython =
  spawnSync('python3', ['-c', oldest]).status !== 0 && 'python3 (3.9 or later) is not installed';

/** For a program that imports the client of this checkout. */
export const pythonEnv = {
  ...process.env,
  PYTHONPATH: path.join(import.meta.dirname, '../../packages/python'),
  PYTHONDONTWRITEBYTECODE: '1',
};
