import type { Setting } from '../../platform/config/setting.ts';

/** One setting: its name in the environment, how it is read, its default and what it does. */
export function setting<T>(
  env: string,
  parse: (raw: string) => T,
  fallback: T,
  what: string,
  more: Partial<Setting<T>> = {},
) {
  return { env, parse, fallback, what, ...more };
}

/** One without a default: unset, it is undefined. */
export function optional<T>(
  env: string,
  parse: (raw: string) => T,
  what: string,
  more: Partial<Setting<T | undefined>> = {},
) {
  return setting<T | undefined>(env, parse, undefined, what, more);
}
