import { BadSetting, readSettings, type Setting, type SettingValues } from '../platform/config/setting.ts';
import { messageOf } from '../platform/error-fields.ts';
import { type ModelAccess, modelAccess } from '../platform/model/access.ts';
import { browser } from './settings/browser.ts';
import { economy } from './settings/economy.ts';
import { periods, retention } from './settings/retention.ts';
import { operator, serving } from './settings/serving.ts';
import { storage } from './settings/storage.ts';
import { tracing } from './settings/tracing.ts';
import { upstreams } from './settings/upstreams.ts';
import { video } from './settings/video.ts';

/** The settings by area, in the order of `docs/settings.md`. */
export const settingGroups = {
  'Addresses and processes': serving,
  'Database, files and events': storage,
  Operator: operator,
  Tracing: tracing,
  'Networks and other services': upstreams,
  Browser: browser,
  Intervals: periods,
  'How long data is kept': retention,
  Videos: video,
  Economy: economy,
} as const;

export const settings = {
  ...serving,
  ...storage,
  ...operator,
  ...tracing,
  ...upstreams,
  ...browser,
  ...periods,
  ...retention,
  ...video,
  ...economy,
};

export type Config = SettingValues<typeof settings>;

/** Variables of the client commands; a server in the same shell ignores them. */
export const clientNames: readonly string[] = [
  'KITH_KEY',
  'KITH_KEY_FILE',
  'KITH_WEBHOOK_SECRET',
  'KITH_MONITOR_SECRET',
];

/** Reads the environment once; contradictory settings abort the start with a one-line error. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !clientNames.includes(name)));
  const config = readSettings(settings, own, 'KITH_');
  if (config.databaseUrl && !config.signingKey) {
    throw new BadSetting(
      'KITH_SIGNING_KEY is required with DATABASE_URL, the same for every process; create one with: openssl rand -hex 32',
    );
  }
  if (config.cityPort === config.utilityPort && config.cityPort !== 0) {
    throw new BadSetting(`KITH_CITY_PORT and KITH_UTILITY_PORT are both ${config.cityPort}`);
  }
  operatorModel(config);
  if ((config.payeeWallet === undefined) !== (config.facilitatorUrl === undefined)) {
    const [has, lacks] = config.payeeWallet
      ? ['KITH_PAYEE_WALLET', 'KITH_FACILITATOR_URL']
      : ['KITH_FACILITATOR_URL', 'KITH_PAYEE_WALLET'];
    throw new BadSetting(`${has} is set and ${lacks} is not: payments need both`);
  }
  return config;
}

/** The operator's language model, if one is configured. */
export function operatorModel(config: Config): ModelAccess | undefined {
  const { llmProvider: provider, llmBaseUrl: baseUrl, llmModel: model, llmKey: key } = config;
  try {
    return modelAccess({ provider, baseUrl, model, key }, llmNames);
  } catch (error) {
    throw new BadSetting(messageOf(error));
  }
}

const llmNames = {
  provider: 'KITH_LLM_PROVIDER',
  baseUrl: 'KITH_LLM_BASE_URL',
  model: 'KITH_LLM_MODEL',
  key: 'KITH_LLM_KEY',
};

/** The effective settings by name; null if unset without a default; secrets are masked. */
export function effectiveSettings(env: NodeJS.ProcessEnv): Record<string, string | null> {
  return Object.fromEntries(
    Object.values(settings).map(({ env: name, secret, fallback }) => {
      const value = env[name]?.trim();
      return [name, value ? (secret ? '********' : value) : (printDefault(fallback) ?? null)];
    }),
  );
}

/** The effective settings as text; secrets are masked. */
export function describeConfig(env: NodeJS.ProcessEnv): string {
  const rows = Object.values(settings).map(({ env: name, secret, fallback, fallbackText }) => {
    const value = env[name]?.trim();
    if (value) return `${name}=${secret ? '********' : value}`;
    return `${name}=${printDefault(fallback) ?? ''}${fallbackText ? `  # ${fallbackText}` : ''}`;
  });
  return `${rows.join('\n')}\n`;
}

/** The text of `.env.example`, generated from the same table. */
export function exampleEnv(): string {
  const rows = Object.values(settings).map(
    (setting) => `# ${setting.what}\n# Default: ${defaultText(setting)}\n#${setting.env}=\n`,
  );
  return `# Settings of kith. Copy to .env and uncomment a line to change it.\n\n${rows.join('\n')}`;
}

/** The default in words, as the documents print it. */
export function defaultText({
  fallback,
  fallbackText,
}: Pick<Setting<unknown>, 'fallback' | 'fallbackText'>): string {
  return fallbackText ?? (printDefault(fallback) || 'none');
}

/** A default as one would write it in the environment. */
function printDefault(fallback: unknown): string | undefined {
  if (fallback === undefined) return undefined;
  return typeof fallback === 'boolean' ? String(Number(fallback)) : String(fallback);
}
