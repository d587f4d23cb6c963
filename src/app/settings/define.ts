import type { Setting } from '../../platform/config/setting.ts';

/** A setting: its environment variable, parser, default and description. */
export function setting<T>(
  env: string,
  parse: (raw: string) => T,
  fallback: T,
  what: string,
  more: Partial<Setting<T>> = {},
) {
  return { env, parse, fallback, what, ...more };
}

/** A setting without a default: undefined if unset. */
export function optional<T>(
  env: string,
  parse: (raw: string) => T,
  what: string,
  more: Partial<Setting<T | undefined>> = {},
) {
  return setting<T | undefined>(env, parse, undefined, what, more);
}
