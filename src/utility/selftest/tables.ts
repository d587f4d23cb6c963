import type { ColumnType } from 'kysely';
import type { Result } from './run-selftest.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    selftest_run: {
      run_at: Date;
      results: ColumnType<Result[], string, never>;
    };
  }
}

export const selftestTables = `
  CREATE TABLE selftest_run (
    run_at timestamptz PRIMARY KEY, results jsonb NOT NULL);
`;
