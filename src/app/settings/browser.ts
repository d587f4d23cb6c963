import { availableParallelism } from 'node:os';
import type { BrowserSettings } from '../../platform/chromium/browser.ts';
import { count, text } from '../../platform/config/parse.ts';
import type { SettingValues } from '../../platform/config/setting.ts';
import { optional, setting } from './define.ts';

/** The browser that renders pages. */
export const browser = {
  browser: optional(
    'KITH_BROWSER',
    text,
    'Path or name of the Chromium that renders pages for render=1 and screenshot=1; off disables it.',
    { fallbackText: 'the one that is installed, if any' },
  ),
  browserUser: setting(
    'KITH_BROWSER_USER',
    text,
    'nobody',
    'The account that the browser runs as if the server runs as root.',
  ),
  browserPages: setting(
    'KITH_BROWSER_PAGES',
    count,
    Math.max(1, Math.floor(availableParallelism() / 2)),
    'Pages rendered at once by one process.',
    { fallbackText: 'one per two cores' },
  ),
  browserTimeoutS: setting(
    'KITH_BROWSER_TIMEOUT_S',
    count,
    16,
    'Seconds after which rendering of a page is aborted and its browser killed.',
  ),
  browserMemoryMb: setting(
    'KITH_BROWSER_MEMORY_MB',
    count,
    1_024,
    'Maximum memory of a rendered page in MB; a page that needs more is refused.',
  ),
};

export const browserSettings = (config: SettingValues<typeof browser>): BrowserSettings => ({
  program: config.browser,
  user: config.browserUser,
  pages: config.browserPages,
  timeoutMs: config.browserTimeoutS * 1_000,
  maxMemoryBytes: config.browserMemoryMb * 1_024 * 1_024,
});
