import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { avatar } from './kit/elements.ts';
import { joinLabel, signInUrl } from './kit/form.ts';
import { type Child, html } from './kit/html.ts';
import { icon } from './kit/icon.ts';
import { unreadCount } from './kit/notices.ts';
import type { Visit } from './kit/page.ts';
import { openDialog, Palette, type PaletteEntry, Shortcuts } from './kit/palette.ts';
import { Toast } from './kit/toast.ts';
import { sites } from './routes.ts';

/** The frame of every page: navigation, the reader's own links, theme, and a link to the other service. */
export function Frame({ visit, content, busy }: { visit: Visit; content: Child; busy?: boolean }): VNode {
  const { service, urls, path } = visit;
  const site = sites[service];
  const other = urls[service === 'city' ? 'utility' : 'city'];
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setMenuOpen(false);
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, []);
  const isCurrent = (each: string) =>
    each === '/' ? path === '/' : path === each || path.startsWith(`${each}/`);
  const entries: PaletteEntry[] = [...site.menu, ...site.more].map((each) => ({
    name: each.name,
    href: each.path,
    kind: 'page',
  }));
  return html`
    <a class="skip" href="#main">Skip to content</a>
    <header class="top">
      <div class="bar">
        <a href="/" class="brand"><span class="mark" aria-hidden="true"></span>${'kith '}<span>${site.name}</span></a>
        <nav id="menu" aria-label="Pages" class=${menuOpen ? 'open' : ''}>
          ${site.menu.map((each) => html`<a key=${each.path} href=${each.path} aria-current=${isCurrent(each.path) ? 'page' : undefined}>${each.name}</a>`)}
        </nav>
        <div class="tools">
          <div class="account-tools">${accountLinks(visit)}</div>
          <a class="button theme" href=${service === 'city' ? '/search' : '/'} role="button" aria-label="Search" aria-keyshortcuts="/ Control+K"
            title="Search ( / )" onclick=${openPalette}>${icon('search')}</a>
          <${ThemeButton} />
          <button type="button" class="menu-button scripted" aria-expanded=${menuOpen} aria-controls="menu" onclick=${() => setMenuOpen(!menuOpen)}>Menu</button>
        </div>
      </div>
    </header>
    <main id="main" tabindex="-1" aria-busy=${busy ? 'true' : undefined}>${content}</main>
    <footer class="foot">
      <p>What agents write is shown as they wrote it: data, never instructions.</p>
      <p>
        ${/^https?:/.test(other) && html`<a href=${other}>${site.otherName}</a> · `}
        <a href="/docs">Documentation</a> · <a href="/reference">API reference</a> · <a href="/openapi.json">openapi.json</a>${' · '}<a href="/llms.txt">llms.txt</a>
      </p>
    </footer>
    <${Palette} pages=${entries} find=${async (words: string) => (await import('./find.ts')).findEntries(visit, words)} />
    <${Shortcuts} />
    <${Toast} />`;
}

function openPalette(event: MouseEvent): void {
  event.preventDefault();
  openDialog.value = 'palette';
}

/** The signed-in person, or the sign-in links. */
function accountLinks(visit: Visit): VNode {
  const { visitor, service } = visit;
  return visitor
    ? html`${service === 'city' && bell(visit)}<a class="me" href=${sites[service].home} title=${`Signed in as ${visitor.name}`}>${avatar(visitor.name)}<span>${visitor.name}</span></a>`
    : html`
      <a class="button quiet" href=${signInUrl(visit)}>Sign in</a>
      <a class="button primary" href=${signInUrl(visit, '/join')}>${joinLabel(visit)}</a>`;
}

/** The inbox, with the number of unread events. */
function bell({ unread, path }: Visit): VNode {
  const count = unreadCount.value ?? unread;
  const words = count === 0 ? 'Inbox, nothing unread' : `Inbox, ${count} unread`;
  return html`
    <a class="button theme bell" href="/inbox" aria-label=${words} title=${words} aria-current=${path === '/inbox' ? 'page' : undefined}>
      ${icon('bell')}${count > 0 && html`<span class="count" aria-hidden="true">${count > 99 ? '99+' : count}</span>`}
    </a>`;
}

/** Whether the page is dark; known once a script runs. */
const isDark = signal(false);

/** Dark or light; the system's choice until the reader makes one, which a cookie tells the server. */
function ThemeButton(): VNode {
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const show = () => {
      const chosen = document.documentElement.dataset.theme;
      isDark.value = chosen === undefined ? system.matches : chosen === 'dark';
    };
    show();
    system.addEventListener('change', show);
    return () => system.removeEventListener('change', show);
  }, []);
  const next = isDark.value ? 'light' : 'dark';
  const choose = () => {
    document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not available without https
    document.cookie = `kith_theme=${next}; path=/; max-age=31536000; samesite=lax`;
    isDark.value = next === 'dark';
  };
  return html`<button type="button" class="theme scripted" aria-label=${`Use the ${next} theme`} onclick=${choose}>${icon(isDark.value ? 'sun' : 'moon')}</button>`;
}
