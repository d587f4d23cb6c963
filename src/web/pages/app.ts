import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Frame } from './frame.ts';
import { html } from './kit/html.ts';
import { settling, useStream, useWhileShown } from './kit/live.ts';
import type { Page, Start, Visit } from './kit/page.ts';
import { VisitContext } from './kit/time.ts';

export interface AppProps {
  readonly start: Start;
  readonly page: Page;
  readonly now: Visit['now'];
  readonly get: Visit['get'];
}

const settleMs = 300;
const noop = async () => {};

/** The first visit of a document, as its data was loaded. */
export const firstVisit = (
  { service, path, params, query, visitor, unread, urls }: Start,
  now: Visit['now'],
  get: Visit['get'],
): Visit => ({
  ...{ service, path, params, visitor, unread, urls, now, get },
  query: new URLSearchParams(query),
  reload: noop,
  setQuery: noop,
});

/** A page in its frame. The same on the server and in a browser, where it follows what happens. */
export function App({ start, page, now, get }: AppProps): VNode {
  const [shown, setShown] = useState({ data: start.data, query: start.query });
  const latest = useRef(0);
  const visit = useMemo((): Visit => {
    const load = async (query: string) => {
      const request = ++latest.current;
      const data = await page.load({ ...visit, query: new URLSearchParams(query) });
      if (request === latest.current) setShown({ data, query });
    };
    const visit: Visit = {
      ...firstVisit({ ...start, query: shown.query }, now, get),
      reload: () => load(location.search.slice(1)),
      setQuery: async (query) => {
        const params = new URLSearchParams(location.search);
        for (const [name, value] of Object.entries(query))
          value ? params.set(name, value) : params.delete(name);
        params.delete('before_id');
        history.replaceState(null, '', params.size > 0 ? `?${params}` : location.pathname);
        await load(params.toString());
      },
    };
    return visit;
  }, [shown.query]);
  const current = useRef({ shown, visit });
  current.current = { shown, visit };
  useLive(page, current);
  const refreshMs = page.refreshMs?.(shown.data);
  useWhileShown(
    (signal) => {
      if (refreshMs === undefined) return;
      const timer = setInterval(() => void current.current.visit.reload().catch(() => {}), refreshMs);
      signal.addEventListener('abort', () => clearInterval(timer));
    },
    [refreshMs],
  );
  const View = page.view;
  return html`
    <${VisitContext.Provider} value=${visit}>
      <${Frame} visit=${visit} content=${html`<${View} data=${shown.data} visit=${visit} />`} />
    <//>`;
}

/** Loads the data again after events that concern the page. */
function useLive({ live }: Page, current: { current: { shown: { data: unknown }; visit: Visit } }): void {
  const reloading = useRef<() => void>(() => {});
  useWhileShown((signal) => {
    reloading.current = settling(signal, settleMs, () => current.current.visit.reload());
  });
  useStream(
    live && {
      types: live.types,
      room: live.room,
      onFirstLive: () => reloading.current(),
      onFrame: (frame) => {
        const { shown, visit } = current.current;
        if (live.concerns?.(frame, shown.data, visit) ?? true) reloading.current();
      },
    },
  );
}
