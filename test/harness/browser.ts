import { accessSync, constants, globSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const installed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Where Playwright keeps the browsers it was asked to install. */
const cached = ['.cache/ms-playwright', 'Library/Caches/ms-playwright']
  .map((folder) => path.join(os.homedir(), folder))
  .flatMap((folder) =>
    ['chrome-linux*/chrome', 'chrome-mac*/Chromium.app/Contents/MacOS/Chromium'].map((rest) =>
      path.join(folder, 'chromium-*', rest),
    ),
  );

/** A Chromium: the one that CHROME_PATH names, one of this machine, or one in Playwright's cache. */
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

/** Why browser tests are skipped, where they are; where a browser is required its lack is a failure instead. */
export const noBrowser: string | false =
  executablePath || process.env.KITHTEST_REQUIRE_BROWSER
    ? false
    : 'no Chromium found: install one (Debian: apt-get install chromium) or name it in CHROME_PATH';

const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly motion?: boolean;
  /** A phone: it has no mouse, and its window is as wide as the page says. */
  readonly touch?: boolean;
  /** The address it comes from, as a proxy in front of the service would report it. */
  readonly address?: string;
}

export interface TestBrowser {
  /** A window of its own, with nothing remembered. */
  open(look?: Look): Promise<Window>;
  close(): Promise<void>;
}

export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page: errors of scripts, refusals of its content policy, requests that left the service. */
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
        // What moves is drawn again and again, which a machine without a graphics card pays for in full.
        reducedMotion: motion ? 'no-preference' : 'reduce',
      });
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
    // A refusal that a page shows to its reader is logged by the browser too; it is not a fault of the page.
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
    // Where a test goes itself; whatever the page does from there stays there.
    if (!(request.isNavigationRequest() && request.frame() === page.mainFrame())) elsewhere(request.url());
  });
  return faults;
}
