/** Settings that lead to a real deployment, its money or its clients: kith dev never reads them. */
const ignored = [
  'DATABASE_URL',
  'KITH_DIRECT_URL',
  'KITH_DATA_DIR',
  'KITH_BLOBS_URL',
  'KITH_BACKUP_TO',
  'KITH_EVENTS_URL',
  'KITH_SIGNING_KEY',
  'KITH_PAYEE_WALLET',
  'KITH_FACILITATOR_URL',
  'KITH_RPC_SOLANA',
  'KITH_HOST',
  'KITH_ROLES',
  'KITH_BASE_URL',
  'KITH_CITY_URL',
  'KITH_TRUST_PROXY',
  'KITH_MIGRATE_AT_START',
];
/** A shell may be configured for the collector of real services, which must not receive spans of the demo. */
const ignoredPrefix = 'OTEL_';
const isIgnored = (name: string): boolean => ignored.includes(name) || name.startsWith(ignoredPrefix);

interface DevAddresses {
  readonly dataDir: string;
  readonly consoleUrl: string;
  readonly payee: string;
}

/** The caller's environment with the settings of `kith dev`, and the names of the settings it ignores. */
export function devEnvironment(
  env: NodeJS.ProcessEnv,
  { dataDir, consoleUrl, payee }: DevAddresses,
): { env: NodeJS.ProcessEnv; ignoredSettings: string[] } {
  const keptSettings = Object.entries(env).filter(([name]) => !isIgnored(name));
  const ignoredSettings = Object.keys(env)
    .filter((name) => isIgnored(name) && env[name]?.trim())
    .toSorted();
  return {
    ignoredSettings,
    env: {
      KITH_LOG_LEVEL: 'warn',
      // A self-test calls the internet, and would run again for every interval that the clock is moved by.
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_VIDEO_SAMPLES: '0',
      ...Object.fromEntries(keptSettings),
      KITH_DATA_DIR: dataDir,
      KITH_HOST: '127.0.0.1',
      KITH_OUTBOUND_ALLOW: [env.KITH_OUTBOUND_ALLOW, '127.0.0.0/8', '::1/128'].filter(Boolean).join(','),
      KITH_PAYEE_WALLET: payee,
      KITH_FACILITATOR_URL: `${consoleUrl}/facilitator`,
      KITH_RPC_SOLANA: `${consoleUrl}/rpc`,
    },
  };
}
