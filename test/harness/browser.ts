import { accessSync, constants, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { windowFeatures } from '../../src/platform/chromium/flags.ts';
import { patienceMs } from './until.ts';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const installed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Playwright's browser cache. */
const cached = ['.cache/ms-playwright', 'Library/Caches/ms-playwright']
  .map((folder) => path.join(os.homedir(), folder))
  .flatMap((folder) =>
    ['chrome-linux*/chrome', 'chrome-mac*/Chromium.app/Contents/MacOS/Chromium'].map((rest) =>
      path.join(folder, 'chromium-*', rest),
    ),
  );

/** Finds Chromium: CHROME_PATH, an installed one, or one in Playwright's cache. */
function findChromium(): string | undefined {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const named = commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return [...named, ...installed].find(isProgram) ?? globSync(cached).filter(isProgram).sort().at(-1);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const executablePath = findChromium();

/** Reason to skip browser tests, if any. If a browser is required, its absence is a failure instead. */
export const noBrowser: string | false =
  executablePath || process.env.KITHTEST_REQUIRE_BROWSER
    ? false
    : 'no Chromium found: install one (Debian: apt-get install chromium) or name it in CHROME_PATH';

/** Chromium obeys only the last such list, so this repeats what Playwright disables. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // A process kept ready for the next page, which in most tests never comes.
  'SpareRendererForSitePerProcess',
  ...windowFeatures,
];

const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

export interface WindowOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly motion?: boolean;
  /** Emulates a phone: no mouse, and a viewport width set by the page. */
  readonly touch?: boolean;
  /** Client address, as a proxy in front of the service would report it. */
  readonly address?: string;
}

export interface TestBrowser {
  /** Opens a window with an empty profile. */
  open(look?: WindowOptions): Promise<Window>;
  close(): Promise<void>;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Faults of the page: script errors, content policy violations, requests to other hosts. */
  readonly faults: string[];
}

export async function startBrowser(): Promise<TestBrowser> {
  if (!executablePath) throw new Error('no Chromium found: install one (Debian: apt-get install chromium)');
  const profile = mkdtempSync(path.join(os.tmpdir(), 'kith-chromium-'));
  const browser = await chromium.launch({
    executablePath,
    args: [...quietFlags, `--crash-dumps-dir=${profile}`],
  });
  return {
    open: async ({
      theme = 'light',
      width = 1280,
      height = 800,
      motion = false,
      touch = false,
      address,
    } = {}) => {
      const context = await browser.newContext({
        colorScheme: theme,
        viewport: { width, height },
        hasTouch: touch,
        isMobile: touch,
        ...(address && { extraHTTPHeaders: { 'x-forwarded-for': address } }),
        // Animations are expensive on a machine without a graphics card.
        reducedMotion: motion ? 'no-preference' : 'reduce',
      });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      return { page, context, faults: watchFaults(page) };
    },
    close: async () => {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser also logs refusals that the page shows to its reader; these are not faults.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  const elsewhere = (url: string) => {
    const { protocol, host } = new URL(url);
    if (protocol !== 'data:' && host !== new URL(page.url()).host)
      faults.push(`request to elsewhere: ${url}`);
  };
  page.on('websocket', (socket) => elsewhere(socket.url()));
  page.context().on('request', (request) => {
    // Navigation by the test itself; requests of that other page are not faults.
    if (!(request.isNavigationRequest() && request.frame() === page.mainFrame())) elsewhere(request.url());
  });
  return faults;
}
