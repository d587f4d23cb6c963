import { unreadable } from '../decode.ts';
import { type Hop, OutboundError } from '../outbound/error.ts';
import {
  type DevTools,
  type DevToolsEvent,
  decodeAttached,
  decodeAuthRequired,
  decodeDialog,
  decodeEnd,
  decodePaused,
  decodeRequestSent,
  decodeResponse,
  decodeScreenshot,
  decodeSnapshot,
  decodeVersion,
  decodeWorld,
} from './devtools.ts';
import { BrowserFailure } from './failure.ts';
import { viewport } from './flags.ts';
import { groupHeaders, MainDocument } from './main-document.ts';
import type { PageProxy } from './page-proxy.ts';

/** A page without requests for this long is idle. */
const networkIdleMs = 500;
/**
 * Shares of a page's time limit: a page that never finishes loading, or never stops requesting, is read as it
 * is.
 */
const shares = { load: 9 / 16, afterLoad: 4 / 16, read: 3 / 16 };
const checkMs = 50;
/** Requests that stay open by design. */
const openEndedTypes = new Set(['WebSocket', 'EventSource', 'Ping', 'Media']);

const attachAll = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
/** Everything but the browser itself, its tabs (whose pages are targets too) and the pages of its own window. */
const targetFilter = [...['browser', 'tab', 'browser_ui'].map((type) => ({ type, exclude: true })), {}];

export interface RenderedPage {
  readonly status: number;
  /** Headers of the document's response. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly address: string;
  readonly html: string;
  /** WebP, at window size. */
  readonly screenshot: Buffer | undefined;
}

interface LoadOptions {
  readonly url: string;
  /** Appended to the browser's own user agent. */
  readonly userAgent: string;
  readonly proxy: PageProxy;
  readonly screenshot: boolean;
  readonly timeoutMs: number;
}

/** Loads one page in one browser and reads it once it is idle. */
export class PageLoad {
  readonly #options: LoadOptions;
  readonly #document = new MainDocument();
  readonly #open = new Set<string>();
  readonly #attached = Promise.withResolvers<{ session: string; frame: string }>();
  readonly #failed = Promise.withResolvers<never>();
  #devtools: DevTools | undefined;
  #main: { session: string; frame: string } | undefined;
  #userAgent = '';
  #loadedAt: number | undefined;
  #changedAt = performance.now();
  #isFile = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#failed.promise.catch(() => {});
  }

  /** Null if the URL does not return a page. */
  run(devtools: DevTools): Promise<RenderedPage | null> {
    return Promise.race([this.#load(devtools), this.#failed.promise]);
  }

  async #load(devtools: DevTools): Promise<RenderedPage | null> {
    this.#devtools = devtools;
    const version = decodeVersion(await devtools.send('Browser.getVersion'));
    const browser = version === unreadable ? 'Mozilla/5.0 (compatible) Chrome' : version.userAgent;
    this.#userAgent = `${browser} ${this.#options.userAgent}`;
    await devtools.send('Browser.setDownloadBehavior', { behavior: 'deny' });
    await devtools.send('Target.setAutoAttach', { ...attachAll, filter: targetFilter });
    const { session } = await this.#attached.promise;
    devtools.sendIgnoringErrors('Inspector.enable', {}, session);
    await devtools.send('Page.enable', {}, session);
    await devtools.send('Network.setBypassServiceWorker', { bypass: true }, session);
    await devtools.send(
      'Emulation.setDeviceMetricsOverride',
      { ...viewport, deviceScaleFactor: 1, mobile: false },
      session,
    );
    devtools.sendIgnoringErrors('Page.navigate', { url: this.#options.url }, session);
    await this.#waitForIdle();
    if (this.#isFile) return null;
    if (!this.#document.response) throw this.#document.unanswered;
    const timer = setTimeout(
      () => this.fail(new BrowserFailure('too_slow', "The page's scripts do not finish")),
      this.#options.timeoutMs * shares.read,
    );
    return this.#read(devtools).finally(() => clearTimeout(timer));
  }

  fail(error: Error): void {
    this.#failed.reject(error);
  }

  handle(event: DevToolsEvent): void {
    try {
      this.#onEvent(event);
    } catch (error) {
      this.#failed.reject(error);
    }
  }

  #onEvent({ method, params, session }: DevToolsEvent): void {
    if (method === 'Target.attachedToTarget') this.#attach(params);
    else if (method === 'Network.requestWillBeSent') this.#requested(params, session);
    else if (method === 'Network.responseReceived') this.#responded(params);
    else if (method === 'Network.loadingFinished') this.#ended(params, session);
    else if (method === 'Network.loadingFailed') this.#ended(params, session);
    else if (method === 'Inspector.targetCrashed' && session === this.#main?.session)
      this.fail(new BrowserFailure('too_heavy', 'The page crashed its browser process'));
    else if (method === 'Page.loadEventFired') this.#loadedAt = performance.now();
    else if (this.#devtools)
      handleBlockingEvents(this.#devtools, { method, params, session }, this.#options.proxy.credentials);
  }

  /** The first window belongs to the page; any other is closed before it loads anything. */
  #attach(params: unknown): void {
    const attached = decodeAttached(params);
    if (attached === unreadable || !this.#devtools) return;
    const { sessionId: session, targetInfo } = attached;
    const devtools = this.#devtools;
    if (targetInfo.type === 'page' && this.#main) {
      devtools.sendIgnoringErrors('Target.closeTarget', { targetId: targetInfo.targetId });
      return;
    }
    devtools.sendIgnoringErrors('Emulation.setUserAgentOverride', { userAgent: this.#userAgent }, session);
    devtools.sendIgnoringErrors(
      'Network.enable',
      { maxTotalBufferSize: 0, maxResourceBufferSize: 0 },
      session,
    );
    devtools.sendIgnoringErrors(
      'Fetch.enable',
      { patterns: [{ urlPattern: '*' }], handleAuthRequests: true },
      session,
    );
    devtools.sendIgnoringErrors('Target.setAutoAttach', attachAll, session);
    devtools.sendIgnoringErrors('Runtime.runIfWaitingForDebugger', {}, session);
    if (targetInfo.type !== 'page') return;
    this.#main = { session, frame: targetInfo.targetId };
    this.#attached.resolve(this.#main);
  }

  #requested(params: unknown, session: string | undefined): void {
    const requestEvent = decodeRequestSent(params);
    if (requestEvent === unreadable) return;
    this.#changedAt = performance.now();
    if (!openEndedTypes.has(requestEvent.type ?? '')) this.#open.add(`${session} ${requestEvent.requestId}`);
    if (requestEvent.type !== 'Document' || requestEvent.frameId !== this.#main?.frame) return;
    this.#loadedAt = undefined;
    this.#document.requested(requestEvent.requestId, requestEvent.request.url, requestEvent.redirectResponse);
  }

  #responded(params: unknown): void {
    const received = decodeResponse(params);
    if (received === unreadable || !this.#document.isRequest(received.requestId)) return;
    this.#document.response = received.response;
    if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(received.response.mimeType)) this.#isFile = true;
  }

  #ended(params: unknown, session: string | undefined): void {
    const ended = decodeEnd(params);
    if (ended === unreadable) return;
    this.#changedAt = performance.now();
    this.#open.delete(`${session} ${ended.requestId}`);
    const { errorText } = ended;
    if (errorText === undefined || !this.#document.isRequest(ended.requestId)) return;
    // A download or an empty response is not a page; one that a page starts leaves the page as it is.
    if (errorText === 'net::ERR_ABORTED') {
      this.#isFile = !this.#document.abandonNavigation();
      if (!this.#isFile) this.#loadedAt = performance.now();
    } else this.#failed.reject(this.#document.failure(errorText, this.#options.proxy));
  }

  /** Resolves once the page has loaded and is idle, or its time is up. */
  #waitForIdle(): Promise<void> {
    const startedAt = performance.now();
    const { timeoutMs } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      const now = performance.now();
      const isQuiet = this.#open.size === 0 && now - this.#changedAt >= networkIdleMs;
      const loadedAt = this.#loadedAt ?? Number.POSITIVE_INFINITY;
      const isDone =
        this.#loadedAt !== undefined && (isQuiet || now - loadedAt > timeoutMs * shares.afterLoad);
      if (isDone || this.#isFile || now - startedAt > timeoutMs * shares.load) resolve();
    }, checkMs);
    this.#failed.promise.catch(() => resolve());
    return promise.finally(() => clearInterval(timer));
  }

  async #read(devtools: DevTools): Promise<RenderedPage> {
    const { session, frame } = await this.#attached.promise;
    const screenshot = this.#options.screenshot ? await takeScreenshot(devtools, session) : undefined;
    const { url, html } = await takeSnapshot(devtools, session, frame);
    const { response, hops } = this.#document;
    if (!response || !/^https?:/.test(url)) {
      throw new OutboundError('bad_response', 'The page did not load, or led to an invalid address.');
    }
    const { proxy } = this.#options;
    return {
      status: response.status,
      headers: groupHeaders(response),
      url,
      hops: [...hops, { url: response.url, status: response.status, location: null }],
      address: proxy.findAddress(response.url) ?? '',
      html,
      screenshot,
    };
  }
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

const pageSchemes = /^(?:https?|data|blob):/i;

/** Responds to browser events that block the page: paused requests, authentication, dialogs. */
function handleBlockingEvents(
  devtools: DevTools,
  { method, params, session }: DevToolsEvent,
  credentials: Credentials,
): void {
  if (method === 'Fetch.requestPaused') {
    const paused = decodePaused(params);
    if (paused === unreadable) return;
    const { requestId } = paused;
    if (mayBeSent(paused.request.url, paused.resourceType))
      devtools.sendIgnoringErrors('Fetch.continueRequest', { requestId }, session);
    else
      devtools.sendIgnoringErrors(
        'Fetch.failRequest',
        { requestId, errorReason: 'BlockedByClient' },
        session,
      );
  } else if (method === 'Fetch.authRequired') {
    const required = decodeAuthRequired(params);
    if (required === unreadable) return;
    const authChallengeResponse =
      required.authChallenge.source === 'Proxy'
        ? { response: 'ProvideCredentials', ...credentials }
        : { response: 'CancelAuth' };
    const answer = { requestId: required.requestId, authChallengeResponse };
    devtools.sendIgnoringErrors('Fetch.continueWithAuth', answer, session);
  } else if (method === 'Page.javascriptDialogOpening') {
    const dialog = decodeDialog(params);
    const accept = dialog !== unreadable && dialog.type === 'beforeunload';
    devtools.sendIgnoringErrors('Page.handleJavaScriptDialog', { accept }, session);
  }
}

/** Audio and video add nothing to a page's text and make up most of its bytes. */
const mayBeSent = (url: string, resourceType: string): boolean =>
  pageSchemes.test(url) && resourceType !== 'Media';

/** Limited because it is embedded in a JSON response. */
const maxBytes = 384 * 1_024;
/** Tried in order until the image fits. */
const qualities = [80, 50, 20];

/** The visible window as WebP. */
async function takeScreenshot(devtools: DevTools, session: string): Promise<Buffer> {
  for (const quality of qualities) {
    const screenshot = decodeScreenshot(
      await devtools.send('Page.captureScreenshot', { format: 'webp', quality }, session),
    );
    if (screenshot === unreadable) break;
    const image = Buffer.from(screenshot.data, 'base64');
    if (image.length <= maxBytes) return image;
  }
  throw new BrowserFailure('too_heavy', `The screenshot has more than ${maxBytes / 1_024} KB`);
}

const maxHtmlChars = 10 * 1_024 * 1_024;

const serialise = `(() => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + '\\n' : '';
  const html = type + (document.documentElement ? document.documentElement.outerHTML : '');
  const url = new URL(location.href);
  url.hash = '';
  return { url: url.href, html: html.length > ${maxHtmlChars} ? null : html };
})()`;

/**
 * Serialises the page in an isolated world, so that the page's scripts cannot have altered the functions
 * used.
 */
async function takeSnapshot(
  devtools: DevTools,
  session: string,
  frame: string,
): Promise<{ url: string; html: string }> {
  const created = await devtools.send(
    'Page.createIsolatedWorld',
    { frameId: frame, worldName: 'kith' },
    session,
  );
  const world = decodeWorld(created);
  if (world === unreadable) throw unreadablePage();
  const evaluated = await devtools.send(
    'Runtime.evaluate',
    { expression: serialise, contextId: world.executionContextId, returnByValue: true },
    session,
  );
  const snapshot = decodeSnapshot(evaluated);
  if (snapshot === unreadable) throw unreadablePage();
  const { url, html } = snapshot.result.value;
  if (html !== null) return { url, html };
  const megabytes = maxHtmlChars / 1_048_576;
  throw new BrowserFailure('too_heavy', `The rendered page has more than ${megabytes} MB of HTML`);
}

const unreadablePage = () => new BrowserFailure('ended', 'The rendered page could not be read');
