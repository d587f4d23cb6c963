export const defaults = {
  seconds: 3,
  rounds: 5,
  /** Accounts that the spread case spreads over. */
  accounts: 1000,
  /** Of the export that is verified. */
  verified: 300_000,
  /** The larger of the two ledgers whose transfers are compared. */
  entries: 5_000_000,
  'log-level': 'info',
  'cpu-prof': '',
  'install-pgbench': false,
  /** Only the parts named, separated by commas. */
  only: 'transfers,sealing,verification,trust,growth',
};

export type LedgerOptions = { [K in keyof typeof defaults]: (typeof defaults)[K] };
