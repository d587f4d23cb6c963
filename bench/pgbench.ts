import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Measured } from './measured.ts';
import { type Place, query } from './postgres.ts';

const execute = promisify(execFile);
const places = [
  'pgbench',
  ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`),
];
const graceMs = 120_000;
/** Of pgbench's own schema: 100,000 accounts each. */
const scale = 20;
const accounts = 1_000;

/** PostgreSQL's own load generator, from the distribution; undefined where there is none. */
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

/** Two balances and one row: the transfer, one by one, as any server without a sequencer would do it. */
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
  readonly #place: Place;
  readonly #dir: string;

  private constructor(program: string, place: Place, dir: string) {
    this.#program = program;
    this.#place = place;
    this.#dir = dir;
  }

  static async prepare(program: string, place: Place, dir: string): Promise<Pgbench> {
    const pgbench = new Pgbench(program, place, dir);
    await pgbench.#execute(['--initialize', '--quiet', `--scale=${scale}`], 0);
    await query(
      place,
      'CREATE TABLE transfer_account (id integer PRIMARY KEY, balance bigint NOT NULL) WITH (fillfactor = 70)',
    );
    await query(
      place,
      `INSERT INTO transfer_account SELECT n, 1000000000 FROM generate_series(1, ${accounts}) AS n`,
    );
    await query(
      place,
      'CREATE TABLE transfer_entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, giver integer NOT NULL, taker integer NOT NULL, amount bigint NOT NULL, at timestamptz NOT NULL)',
    );
    await writeFile(path.join(dir, 'spread.sql'), transfer(`random(1, ${accounts})`));
    await writeFile(path.join(dir, 'hot.sql'), transfer('1'));
    return pgbench;
  }

  async run(script: 'tpcb-like' | 'spread' | 'hot', clients: number, seconds: number): Promise<Measured> {
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
    const { host, port, user, database } = this.#place;
    const where = [`--host=${host}`, `--port=${port}`, `--username=${user}`, database];
    const { stdout } = await execute(this.#program, [...args, ...where], {
      timeout: seconds * 1000 + graceMs,
    });
    return stdout;
  }
}
