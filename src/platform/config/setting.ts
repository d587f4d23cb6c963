/** An environment variable: its parser, its description and its default. */
export interface Setting<T> {
  readonly env: string;
  readonly parse: (raw: string) => T;
  readonly fallback: T;
  /** Description for operators; `.env.example` is generated from these. */
  readonly what: string;
  /** Default shown in `.env.example` if the real one is computed later. */
  readonly fallbackText?: string;
  readonly secret?: boolean;
}

type Settings = Readonly<Record<string, Setting<unknown>>>;
export type SettingValues<S extends Settings> = { readonly [K in keyof S]: ReturnType<S[K]['parse']> };

/** An invalid environment that prevents startup; the message is the single line an operator reads. */
export class BadSetting extends Error {}

/** Reads every setting once. An unknown name with our prefix is a typo, so it prevents startup. */
export function readSettings<S extends Settings>(
  settings: S,
  env: NodeJS.ProcessEnv,
  prefix: string,
): SettingValues<S> {
  const known = new Set(Object.values(settings).map((setting) => setting.env));
  const unknown = Object.keys(env).find((name) => name.startsWith(prefix) && !known.has(name));
  if (unknown) throw new BadSetting(`${unknown} is not a setting of kith: docs/settings.md lists them all`);

  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) values[key] = read(setting, env[setting.env]);
  return values as SettingValues<S>;
}

function read(setting: Setting<unknown>, raw: string | undefined): unknown {
  if (raw === undefined || raw.trim() === '') return setting.fallback;
  try {
    return setting.parse(raw.trim());
  } catch (error) {
    throw new BadSetting(`${setting.env} ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}
