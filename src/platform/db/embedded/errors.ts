/** Another running kith owns the data directory. Nothing in it was changed. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
  readonly dataDir: string;
  readonly ownerPid: number | undefined;

  constructor(dataDir: string, ownerPid: number | undefined) {
    const owner = ownerPid === undefined ? 'another kith' : `another kith (pid ${ownerPid})`;
    super(`${dataDir} is in use by ${owner}; stop it first, or use another data directory`);
    this.dataDir = dataDir;
    this.ownerPid = ownerPid;
  }
}

/** The embedded server cannot be used here; the message says why and what to do. */
export class EmbeddedPostgresFailed extends Error {
  override readonly name = 'EmbeddedPostgresFailed';
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
