import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Measurement } from './measurement.ts';
import { type DatabaseAddress, query } from './postgres.ts';

const execute = promisify(execFile);
const places = [
  'pgbench',
  ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`),
];
const graceMs = 120_000;
/** Scale factor of pgbench's own schema: 100,000 accounts each. */
const scale = 20;
const accounts = 1_000;

/** PostgreSQL's own load generator from the distribution; undefined if it is not installed. */
export async function findPgbench({ install }: { install: boolean }): Promise<string | undefined> {
  if (install) await execute('apt-get', ['install', '-y', 'postgresql-contrib'], { timeout: 5 * graceMs });
  for (const program of places) {
    const found = await execute(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (found) return program;
  }
  return undefined;
}

/** Two balances and one row: the transfer as a server without a sequencer would do it, one by one. */
const transfer = (taker: string) => `
\\set giver random(2, ${accounts})
\\set taker ${taker}
\\set low least(:giver, :taker)
\\set high greatest(:giver, :taker)
BEGIN;
UPDATE transfer_account SET balance = balance + CASE WHEN id = :taker THEN 1 ELSE -1 END WHERE id = :low AND :low <> :high;
UPDATE transfer_account SET balance = balance + CASE WHEN id = :taker THEN 1 ELSE -1 END WHERE id = :high AND :low <> :high;
INSERT INTO transfer_entry (giver, taker, amount, at) VALUES (:giver, :taker, 1, now());
COMMIT;
`;

export class Pgbench {
  readonly #program: string;
  readonly #databaseAddress: DatabaseAddress;
  readonly #dir: string;

  private constructor(program: string, databaseAddress: DatabaseAddress, dir: string) {
    this.#program = program;
    this.#databaseAddress = databaseAddress;
    this.#dir = dir;
  }

  static async prepare(program: string, databaseAddress: DatabaseAddress, dir: string): Promise<Pgbench> {
    const pgbench = new Pgbench(program, databaseAddress, dir);
    await pgbench.#execute(['--initialize', '--quiet', `--scale=${scale}`], 0);
    await query(
      databaseAddress,
      'CREATE TABLE transfer_account (id integer PRIMARY KEY, balance bigint NOT NULL) WITH (fillfactor = 70)',
    );
    await query(
      databaseAddress,
      `INSERT INTO transfer_account SELECT n, 1000000000 FROM generate_series(1, ${accounts}) AS n`,
    );
    await query(
      databaseAddress,
      'CREATE TABLE transfer_entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, giver integer NOT NULL, taker integer NOT NULL, amount bigint NOT NULL, at timestamptz NOT NULL)',
    );
    await writeFile(path.join(dir, 'spread.sql'), transfer(`random(1, ${accounts})`));
    await writeFile(path.join(dir, 'hot.sql'), transfer('1'));
    return pgbench;
  }

  async run(script: 'tpcb-like' | 'spread' | 'hot', clients: number, seconds: number): Promise<Measurement> {
    const which =
      script === 'tpcb-like' ? `--builtin=${script}` : `--file=${path.join(this.#dir, `${script}.sql`)}`;
    const whole = Math.max(1, Math.round(seconds));
    const text = await this.#execute(
      [which, '--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=2', `--time=${whole}`],
      seconds,
    );
    const per_s = Number(/^tps = ([\d.]+)/m.exec(text)?.[1]);
    const count = Number(/transactions actually processed: (\d+)/.exec(text)?.[1]);
    if (!Number.isFinite(per_s) || !Number.isFinite(count)) throw new Error(`pgbench said: ${text}`);
    return { count, per_s, p50_ms: undefined, p99_ms: undefined };
  }

  async #execute(args: string[], seconds: number): Promise<string> {
    const { host, port, user, database } = this.#databaseAddress;
    const where = [`--host=${host}`, `--port=${port}`, `--username=${user}`, database];
    const { stdout } = await execute(this.#program, [...args, ...where], {
      timeout: seconds * 1000 + graceMs,
    });
    return stdout;
  }
}
