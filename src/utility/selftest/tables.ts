import type { ColumnType } from 'kysely';
import type { Result } from './run-selftest.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    selftest_run: {
      run_at: Date;
      passed: number;
      failed: number;
      unreachable: number;
      results: ColumnType<Result[], string, never>;
    };
  }
}

export const selftestTables = `
  CREATE TABLE selftest_run (
    run_at timestamptz PRIMARY KEY, passed integer NOT NULL, failed integer NOT NULL,
    unreachable integer NOT NULL, results jsonb NOT NULL);
`;
