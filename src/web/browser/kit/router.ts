import { ApiError } from './api.ts';
import { type Child, fill, h } from './dom.ts';
import { onNavigate } from './navigation.ts';
import type { PageContext, PageRoute, PageView } from './page.ts';
import { refusalText } from './refusal.ts';
import { signInUrl } from './session.ts';

interface RouterOptions {
  readonly routes: readonly PageRoute[];
  readonly main: HTMLElement;
  readonly titleSuffix: string;
  readonly onNavigated: (path: string) => void;
}

/** Shows the page of the current URL, and navigates without reloading the document. */
export class Router {
  readonly #options: RouterOptions;
  #current = new AbortController();
  #shownUrl = '';

  constructor(options: RouterOptions) {
    this.#options = options;
    document.addEventListener('click', (event) => this.#onClick(event));
    onNavigate((address) => this.#navigate(address));
    addEventListener('popstate', () => {
      if (this.#shownUrl !== location.pathname + location.search) void this.show(false);
    });
  }

  #navigate(address: string): void {
    history.pushState(null, '', address);
    void this.show(true);
  }

  async show(byLink: boolean): Promise<void> {
    this.#current.abort();
    const current = new AbortController();
    this.#current = current;
    const { main } = this.#options;
    main.setAttribute('aria-busy', 'true');
    const page = await this.#loadPage(current.signal, byLink);
    if (current.signal.aborted) return;
    this.#shownUrl = location.pathname + location.search;
    this.#options.onNavigated(location.pathname);
    document.title = `${page.title} · ${this.#options.titleSuffix}`;
    fill(main, page.content);
    main.removeAttribute('aria-busy');
    if (!byLink) return;
    scrollTo(0, 0);
    // Moves a screen reader to the new page; a heading focused this way shows no focus ring.
    const heading = main.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }

  async #loadPage(signal: AbortSignal, byLink: boolean): Promise<PageView> {
    for (const route of this.#options.routes) {
      const params = matchPath(route.path, location.pathname);
      if (!params) continue;
      const context: PageContext = {
        params,
        query: new URLSearchParams(location.search),
        signal,
        setQuery: (query) => this.#setQuery(query),
      };
      try {
        const { page } = await route.load().catch((error: unknown) => {
          // The service was updated and these files are gone: reload the document, once.
          if (byLink) location.reload();
          throw error;
        });
        return await page(context);
      } catch (error) {
        if (!signal.aborted && !(error instanceof ApiError)) reportError(error);
        return errorPage(error);
      }
    }
    return notFoundPage();
  }

  #setQuery(query: Readonly<Record<string, string | undefined>>): void {
    const params = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(query)) {
      if (value) params.set(name, value);
      else params.delete(name);
    }
    const text = params.toString();
    history.replaceState(null, '', location.pathname + (text ? `?${text}` : ''));
    this.#shownUrl = location.pathname + location.search;
  }

  #onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.origin !== location.origin || link.hasAttribute('download')) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    if (!this.#options.routes.some((route) => matchPath(route.path, link.pathname))) return;
    event.preventDefault();
    this.#navigate(link.pathname + link.search);
  }
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const segments = pathname.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== segments[index]) return undefined;
    if (name !== undefined) params[name] = decodeSegment(segments[index] ?? '');
  }
  return params;
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function errorPage(error: unknown): PageView {
  const missing = error instanceof ApiError && error.status === 404;
  const signedOut = error instanceof ApiError && error.status === 401;
  const title = missing ? 'Not found' : signedOut ? 'Sign in to see this' : 'Something went wrong';
  return {
    title,
    content: h(
      'div',
      { class: 'notice', role: 'alert' },
      h('h1', {}, title),
      h('p', {}, refusalText(error)),
      errorLinks(
        signedOut && h('a', { class: 'button primary', href: signInUrl() }, 'Sign in'),
        !missing && h('a', { class: 'button', href: location.pathname + location.search }, 'Try again'),
      ),
    ),
  };
}

const notFoundPage = (): PageView => ({
  title: 'Not found',
  content: h(
    'div',
    { class: 'notice' },
    h('h1', {}, 'Not found'),
    h('p', {}, 'There is no page at ', h('code', {}, location.pathname), '.'),
    errorLinks(),
  ),
});

/** Links that lead on from an error: the parent list, the search, the front page. */
function errorLinks(...first: Child[]): HTMLElement {
  const [, list = ''] = location.pathname.split('/');
  const parentLink = document.querySelector<HTMLAnchorElement>(`#menu a[href="/${CSS.escape(list)}"]`);
  return h(
    'p',
    { class: 'row ways-on' },
    first,
    parentLink &&
      list !== '' &&
      h('a', { class: 'button', href: parentLink.pathname }, `All ${parentLink.textContent?.toLowerCase()}`),
    h('a', { class: 'button', href: '/' }, 'Front page'),
  );
}
