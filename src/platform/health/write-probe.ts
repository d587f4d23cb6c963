import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Transact, Tx } from '../db/transaction.ts';
import { findUnavailable } from '../db/unavailable.ts';

/** Probes are shared by all callers for this long, so that frequent health checks write little. */
const validMs = 5_000;
const timeoutMs = 2_000;
const fileBytes = 64 * 1024;

/** Finds out whether the database and the disk of uploaded files accept writes, by small writes of its own. */
export class WriteProbe {
  readonly #deps: { readonly transaction: Transact; readonly dir: string | undefined };
  #last: { readonly at: number; readonly outcome: Promise<string | undefined> } | undefined;

  /** `dir` is undefined if files are stored elsewhere. */
  constructor(deps: { readonly transaction: Transact; readonly dir: string | undefined }) {
    this.#deps = deps;
  }

  /** Why writes fail, or undefined if they succeed. The answer is at most 5 s old. */
  check(): Promise<string | undefined> {
    const at = performance.now();
    if (!this.#last || at - this.#last.at > validMs) this.#last = { at, outcome: this.#probe() };
    return this.#last.outcome;
  }

  async #probe(): Promise<string | undefined> {
    const { transaction, dir } = this.#deps;
    const writes = Promise.all([transaction(writeToDatabase), dir && writeFileIn(dir)]).then(
      () => undefined,
      (error: unknown) => findUnavailable(error)?.state ?? 'cannot write at the moment',
    );
    const { promise: timeout, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, timeoutMs, 'cannot reach its database at the moment');
    return Promise.race([writes, timeout]).finally(() => clearTimeout(timer));
  }
}

/**
 * Flushes a record to the log, and sorts more than fits into memory: that allocates blocks in the data
 * directory, which an update of a row would not. Leaves nothing behind.
 */
async function writeToDatabase(tx: Tx): Promise<void> {
  await sql`SET LOCAL work_mem = '64kB'`.execute(tx);
  await sql`SELECT count(*) FROM (SELECT md5(n::text) FROM generate_series(1, 3000) AS n ORDER BY 1) AS sorted`.execute(
    tx,
  );
  await sql`SELECT pg_logical_emit_message(true, 'kith', 'write probe')`.execute(tx);
}

async function writeFileIn(dir: string): Promise<void> {
  const file = path.join(dir, `.write-probe-${process.pid}`);
  await mkdir(dir, { recursive: true });
  await writeFile(file, randomBytes(fileBytes)).finally(() => rm(file, { force: true }));
}
