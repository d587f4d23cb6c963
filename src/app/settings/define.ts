import { homedir } from 'node:os';
import path from 'node:path';
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

/** The user's cache directory, because these files can be downloaded again. */
export function cacheHome(): string {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  return process.env.LOCALAPPDATA ?? path.join(homedir(), '.cache');
}
