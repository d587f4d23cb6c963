import type { Start } from '../pages/kit/page.ts';
import { type Child, fill } from './kit/dom.ts';
import { onNavigate } from './kit/navigation.ts';
import type { MakePage } from './kit/page.ts';
import { refusalText } from './kit/refusal.ts';
import { storeVisitor } from './kit/session.ts';
import { updateTimes } from './kit/time.ts';

/** Shows a page that still draws by itself. */
export async function showLegacyPage(start: Start): Promise<void> {
  storeVisitor(start.visitor);
  const main = document.querySelector<HTMLElement>('main > .contents');
  const frame = document.querySelector('main');
  if (!main || !frame || !start.module) return;
  const { page }: { page: MakePage } = await import(start.module);
  let current = new AbortController();
  const show = async () => {
    current.abort();
    const shown = new AbortController();
    current = shown;
    frame.setAttribute('aria-busy', 'true');
    const setQuery = (query: Readonly<Record<string, string | undefined>>) => {
      const params = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(query))
        value ? params.set(name, value) : params.delete(name);
      history.replaceState(null, '', params.size > 0 ? `?${params}` : location.pathname);
    };
    const context = {
      params: start.params,
      query: new URLSearchParams(location.search),
      signal: shown.signal,
      setQuery,
    };
    let content: Child;
    try {
      const view = await page(context);
      document.title = `${view.title} · kith ${start.service}`;
      content = view.content;
    } catch (error) {
      content = refusalText(error);
    }
    if (shown.signal.aborted) return;
    fill(main, content);
    frame.removeAttribute('aria-busy');
  };
  onNavigate((address) => {
    const to = new URL(address, location.href);
    if (to.pathname !== location.pathname) return location.assign(address);
    history.pushState(null, '', address);
    void show();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.pathname !== location.pathname || link.hash !== '' || event.ctrlKey) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    void show();
  });
  addEventListener('popstate', () => void show());
  updateTimes();
  await show();
}
