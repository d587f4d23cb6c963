export const defaults = {
  seconds: 3,
  rounds: 5,
  /** Number of accounts in the spread case. */
  accounts: 1000,
  /** Number of entries in the export that is verified. */
  verified: 300_000,
  /** The larger of the two ledgers whose transfers are compared. */
  entries: 5_000_000,
  'log-level': 'info',
  'cpu-prof': '',
  'install-pgbench': false,
  /** Only the named parts, separated by commas. */
  only: 'transfers,sealing,verification,trust,growth',
};

export type LedgerOptions = { [K in keyof typeof defaults]: (typeof defaults)[K] };
