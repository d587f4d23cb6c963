import { currentOwner } from '../fair-share.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { KeyedSlots, Slots } from '../outbound/slots.ts';
import { BrowserProcess, startAdvice } from './browser-process.ts';
import { BrowserFailure } from './failure.ts';
import { findInstallation, type InstallationSettings, sweepProfiles } from './installation.ts';
import { PageLoad, type RenderedPage } from './page-load.ts';
import { PageProxy } from './page-proxy.ts';

const maxWaitMs = 5_000;
const maxWaiting = 32;
const maxPageBytes = 32 * 1_024 * 1_024;
/** After a sandbox failure, further requests fail immediately for this long. */
const unusableForMs = 60_000;

export interface BrowserSettings extends InstallationSettings {
  /** Concurrent pages in this process. */
  readonly pages: number;
  /** Limit for starting the browser, loading the page and reading it. */
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
}

interface BrowserDependencies {
  /** A separate outbound client: one page requests many files from many servers at once. */
  readonly outbound: Outbound;
  readonly userAgent: string;
  readonly settings: BrowserSettings;
}

interface RenderOptions {
  readonly signal: AbortSignal;
  readonly screenshot?: boolean;
}

/** Renders web pages, each in a browser that is started for it and killed afterwards. */
export class Browser {
  readonly #deps: BrowserDependencies;
  readonly #slots: Slots;
  readonly #ownerSlots: KeyedSlots;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #profilesSwept = sweepProfiles();
  #unusable: { failure: BrowserFailure; until: number } | undefined;

  constructor(deps: BrowserDependencies) {
    this.#deps = deps;
    const { pages } = deps.settings;
    this.#slots = new Slots(pages, maxWaiting);
    this.#ownerSlots = new KeyedSlots(Math.max(1, Math.ceil(pages / 2)), maxWaiting);
  }

  /** Why no page can be rendered here, as far as that is known without starting a browser. */
  get problem(): BrowserFailure | undefined {
    if (this.#unusable && performance.now() < this.#unusable.until) return this.#unusable.failure;
    try {
      findInstallation(this.#deps.settings);
      return undefined;
    } catch (error) {
      if (error instanceof BrowserFailure) return error;
      throw error;
    }
  }

  /** Null if the URL does not return a page. Throws `BrowserFailure` and `OutboundError`. */
  async render(url: URL, options: RenderOptions): Promise<RenderedPage | null> {
    if (this.problem) throw this.problem;
    await this.#deps.outbound.check(url, { signal: options.signal });
    return this.#inSlot(options.signal, (signal) => this.#renderNow(url.href, { ...options, signal }));
  }

  /** Renders a built-in page without using the network; throws if that fails. */
  async checkWorks(signal: AbortSignal): Promise<void> {
    if (this.problem) throw this.problem;
    const page = await this.#inSlot(signal, (ending) =>
      this.#renderNow(`http://${ownPage.host}/`, { signal: ending }, ownPage),
    );
    if (!page?.html.includes(ownPage.written)) {
      throw new BrowserFailure('unusable', 'The browser does not run scripts', startAdvice);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new BrowserFailure('ended', 'The server is stopping'));
    await Promise.allSettled(this.#running);
    this.#deps.outbound.close();
  }

  async #inSlot<T>(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const waitTimeout = new AbortController();
    const busy = new BrowserFailure('busy', 'Too many pages are being rendered');
    const timer = setTimeout(() => waitTimeout.abort(busy), maxWaitMs);
    const signal = AbortSignal.any([caller, this.#stopping.signal]);
    const waitSignal = AbortSignal.any([signal, waitTimeout.signal]);
    const releases: (() => void)[] = [];
    try {
      const owner = currentOwner();
      if (owner !== undefined) releases.push(await this.#ownerSlots.take(owner, waitSignal));
      releases.push(await this.#slots.take(waitSignal));
      clearTimeout(timer);
      const running = work(signal);
      this.#running.add(running);
      return await running.finally(() => this.#running.delete(running));
    } finally {
      clearTimeout(timer);
      for (const release of releases) release();
    }
  }

  async #renderNow(
    url: string,
    { signal, screenshot = false }: RenderOptions,
    own?: typeof ownPage,
  ): Promise<RenderedPage | null> {
    const { outbound, userAgent, settings } = this.#deps;
    const installation = findInstallation(settings);
    await this.#profilesSwept;
    const proxy = await PageProxy.open({
      outbound,
      maxBytes: maxPageBytes,
      timeoutMs: settings.timeoutMs,
      onTooManyBytes: () =>
        load.fail(new BrowserFailure('too_heavy', `The page loads more than ${maxPageBytes / 1_048_576} MB`)),
      ownPage: own,
    });
    const load = new PageLoad({ url, userAgent, proxy, screenshot, timeoutMs: settings.timeoutMs });
    const onAbort = () => load.fail(signal.reason);
    const timer = setTimeout(
      () =>
        load.fail(
          new BrowserFailure('too_slow', `The page was not rendered within ${settings.timeoutMs / 1_000} s`),
        ),
      settings.timeoutMs,
    );
    let browser: BrowserProcess | undefined;
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', onAbort, { once: true });
      browser = await BrowserProcess.start(installation, {
        proxyPort: proxy.port,
        maxMemoryBytes: settings.maxMemoryBytes,
        onEvent: (event) => load.handle(event),
        onEnd: (failure) => load.fail(failure),
      });
      return await load.run(browser.devtools);
    } catch (error) {
      // Its last output can be read once it has exited.
      if (isBrowserExit(error)) await browser?.kill();
      throw browser?.lacksSandbox && isBrowserExit(error) ? this.#withoutSandbox() : error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      proxy.close();
      await browser?.kill();
    }
  }

  #withoutSandbox(): BrowserFailure {
    const failure = new BrowserFailure('unusable', 'The browser cannot be sandboxed here', startAdvice);
    this.#unusable = { failure, until: performance.now() + unusableForMs };
    return failure;
  }
}

const isBrowserExit = (error: unknown): boolean =>
  error instanceof BrowserFailure && error.reason === 'ended';

/** A name that no resolver knows (RFC 6761): only the proxy of `examine` serves it. */
const ownPage = {
  host: 'page.invalid',
  html: '<!doctype html><title>kith</title><p id="p"></p><script>document.getElementById("p").textContent = ["scripts", "run"].join(" ")</script>',
  written: '<p id="p">scripts run</p>',
} as const;
