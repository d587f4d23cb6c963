/** One name the environment may hold: how it is read, what it means, what it is without. */
export interface Setting<T> {
  readonly env: string;
  readonly parse: (raw: string) => T;
  readonly fallback: T;
  /** What an operator should know of it; `.env.example` is made of these sentences. */
  readonly what: string;
  /** Shown as the default in `.env.example` where the fallback is worked out later. */
  readonly fallbackText?: string;
  readonly secret?: boolean;
}

type Settings = Readonly<Record<string, Setting<unknown>>>;
export type SettingValues<S extends Settings> = { readonly [K in keyof S]: ReturnType<S[K]['parse']> };

/** A start stopped by what the environment says; the message is the one line an operator reads. */
export class BadSetting extends Error {}

/** Reads every setting once. A name with our prefix that nobody knows is a typing error, so it stops the start. */
export function readSettings<S extends Settings>(
  settings: S,
  env: NodeJS.ProcessEnv,
  prefix: string,
): SettingValues<S> {
  const known = new Set(Object.values(settings).map((setting) => setting.env));
  const unknown = Object.keys(env).find((name) => name.startsWith(prefix) && !known.has(name));
  if (unknown) throw new BadSetting(`${unknown} is not a setting of kith: .env.example lists them all`);

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
