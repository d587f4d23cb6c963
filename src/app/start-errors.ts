import { BlobStoreUnavailable } from '../platform/blobs/blob-store.ts';
import { DataDirInUse, EmbeddedPostgresFailed } from '../platform/db/embedded/errors.ts';
import { isPassing, NoPrimary } from '../platform/db/hosts.ts';
import { BadSchema } from '../platform/db/migrations.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

const operatorErrors = [OperatorProblem, NoPrimary, DataDirInUse, EmbeddedPostgresFailed, BadSchema];

/** A one-line instruction for problems the operator can fix; undefined for bugs. */
export function explainStartError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (operatorErrors.some((kind) => error instanceof kind)) return oneLine(error.message);
  if (error instanceof BlobStoreUnavailable)
    return `${oneLine(error.message)}: check that the store of KITH_BLOBS_URL or of the backup is up, then try again`;
  const { code = '', path: file, address, port }: SystemError = error;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop the process that listens on it, or set KITH_CITY_PORT, KITH_UTILITY_PORT or KITH_METRICS_ADDRESS`;
    case 'EADDRNOTAVAIL':
      return `${address} is not an address of this machine: set KITH_HOST`;
    case 'EACCES':
      if (port !== undefined) return `port ${port} cannot be used by this user: choose one above 1023`;
      return `${file} is not writable by this user: change its owner, or set KITH_DATA_DIR`;
    case 'EPERM':
    case 'EROFS':
      return `${file} cannot be written: set KITH_DATA_DIR to a directory on a writable disk`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk of ${file ?? 'the data dir'} is full: free some space, or set KITH_DATA_DIR to another disk`;
    case 'ENOENT':
      if (/mkd(?:ir|temp)/.test(error.message))
        return `${file} cannot be written: set KITH_DATA_DIR to a directory on a writable disk`;
      return undefined;
    case 'ENOTDIR':
    case 'EEXIST':
      return file && `${file} is not a directory: set KITH_DATA_DIR to one`;
    case '25006':
      return 'the database of DATABASE_URL is a standby: name the primary, or all hosts (postgresql://user@one,two/database)';
    case '53300':
      return 'the database of DATABASE_URL has no connection left: raise max_connections, or lower KITH_DATABASE_CONNECTIONS';
    case '57P03':
      return 'the database of DATABASE_URL is starting up: try again in a moment';
    case '3D000':
    case '42501':
      return `the database of DATABASE_URL refused the connection: ${oneLine(error.message)}`;
  }
  return /^28\w{3}$/.test(code) || isPassing(error)
    ? `the database of DATABASE_URL cannot be reached: ${oneLine(error.message)}`
    : undefined;
}

/** A system error with the address it concerns; database errors have only a code. */
interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
}

const oneLine = (message: string): string => message.replaceAll(/\s*\n\s*/g, ' ');
