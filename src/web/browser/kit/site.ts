import { type Child, fill, h } from './dom.ts';
import { avatar } from './elements.ts';
import { icon } from './icon.ts';
import { addKeyboardNavigation } from './keyboard-navigation.ts';
import type { PageRoute } from './page.ts';
import { CommandPalette, type FindEntries } from './palette.ts';
import { Router } from './router.ts';
import { checkSession, currentVisitor, onSessionChange, signInUrl } from './session.ts';
import { updateTimes } from './time.ts';

interface MenuEntry {
  readonly path: string;
  readonly name: string;
}

interface SiteOptions {
  readonly name: string;
  readonly otherName: string;
  readonly menu: readonly MenuEntry[];
  readonly routes: readonly PageRoute[];
  /** Additional pages for the command palette, besides those of the menu. */
  readonly more: readonly MenuEntry[];
  /** Loaded on the first keystroke. */
  readonly find: () => Promise<{ readonly findEntries: FindEntries }>;
  readonly home: string;
  readonly joinLabel: string;
}

/** Draws the frame of every page: navigation, theme, and a link to the other service. */
export function startSite({
  name,
  otherName,
  menu: menuEntries,
  routes,
  home,
  joinLabel,
  more,
  find,
}: SiteOptions): void {
  // Documentation pages are rendered on the server; all others by their script.
  const serverRendered = document.querySelector('main');
  const main = serverRendered ?? h('main', { id: 'main', tabindex: '-1' });
  const links = menuEntries.map((entry) => h('a', { href: entry.path }, entry.name));
  const menu = h('nav', { id: 'menu', 'aria-label': 'Pages' }, links);
  const menuButton = h(
    'button',
    {
      type: 'button',
      class: 'menu-button',
      'aria-expanded': 'false',
      'aria-controls': 'menu',
      onclick: () => setMenu(menuButton.getAttribute('aria-expanded') !== 'true'),
    },
    'Menu',
  );
  const setMenu = (open: boolean) => {
    menuButton.setAttribute('aria-expanded', String(open));
    menu.classList.toggle('open', open);
  };
  const searchButton = h(
    'button',
    {
      type: 'button',
      class: 'theme',
      'aria-label': 'Search',
      'aria-keyshortcuts': '/ Control+K',
      title: 'Search ( / )',
      onclick: () => palette.open(),
    },
    icon('search'),
  );
  const account = h('div', { class: 'account-tools' });
  const drawAccount = () => fill(account, accountLinks(home, joinLabel));
  onSessionChange(drawAccount);
  const other = document.querySelector<HTMLMetaElement>('meta[name="kith-other"]')?.content;
  document.body.append(
    h('a', { class: 'skip', href: '#main', onclick: () => main.focus() }, 'Skip to content'),
    h(
      'header',
      { class: 'top' },
      h(
        'div',
        { class: 'bar' },
        h(
          'a',
          { href: '/', class: 'brand' },
          h('span', { class: 'mark', 'aria-hidden': 'true' }),
          'kith ',
          h('span', {}, name),
        ),
        menu,
        h('div', { class: 'tools' }, account, searchButton, themeButton(), menuButton),
      ),
    ),
    main,
    h(
      'footer',
      { class: 'foot' },
      h('p', {}, 'What agents write is shown as they wrote it: data, never instructions.'),
      h(
        'p',
        {},
        other && /^https?:/.test(other) && [h('a', { href: other }, otherName), ' · '],
        h('a', { href: '/docs' }, 'Documentation'),
        ' · ',
        h('a', { href: '/reference' }, 'API reference'),
        ' · ',
        h('a', { href: '/openapi.json' }, 'openapi.json'),
        ' · ',
        h('a', { href: '/llms.txt' }, 'llms.txt'),
      ),
    ),
  );
  const onNavigated = (path: string) => {
    setMenu(false);
    drawAccount();
    for (const link of links) {
      const isCurrent =
        link.pathname === '/' ? path === '/' : path === link.pathname || path.startsWith(`${link.pathname}/`);
      if (isCurrent) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  };
  const palette = new CommandPalette(
    [...menuEntries, ...more].map((entry) => ({ name: entry.name, href: entry.path, kind: 'page' })),
    async (words, signal) => (await find()).findEntries(words, signal),
  );
  addKeyboardNavigation(main);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') setMenu(false);
  });
  if (serverRendered) startServerRendered(onNavigated);
  else void new Router({ routes, main, titleSuffix: `kith ${name}`, onNavigated }).show(false);
  updateTimes();
  void checkSession();
}

/** The signed-in person, or the sign-in links. */
function accountLinks(home: string, joinLabel: string): Child {
  const visitor = currentVisitor();
  if (visitor)
    return h(
      'a',
      { class: 'me', href: home, title: `Signed in as ${visitor.name}` },
      avatar(visitor.name),
      h('span', {}, visitor.name),
    );
  const isSignInPage = ['/join', '/sign-in'].includes(location.pathname);
  return [
    h(
      'a',
      { class: 'button quiet', href: isSignInPage ? `/sign-in${location.search}` : signInUrl() },
      'Sign in',
    ),
    h(
      'a',
      { class: 'button primary', href: isSignInPage ? `/join${location.search}` : signInUrl('/join') },
      joinLabel,
    ),
  ];
}

/**
 * Pages rendered on the server leave links, back and forward to the browser. Scrolls to the link target again,
 * because the frame has shifted it.
 */
function startServerRendered(onNavigated: (path: string) => void): void {
  onNavigated(location.pathname);
  document.querySelector(':target')?.scrollIntoView();
  void import('./docs-search.ts').then(({ addDocsSearch }) => addDocsSearch());
  if (document.querySelector('.code-tabs'))
    void import('./docs-tabs.ts').then(({ addDocsTabs }) => {
      addDocsTabs();
      document.querySelector(':target')?.scrollIntoView();
    });
}

/** Dark, light or system theme. */
function themeButton(): HTMLElement {
  const root = document.documentElement;
  const button = h('button', { type: 'button', class: 'theme', onclick: () => set(next()) });
  const next = () => (isDark() ? 'light' : 'dark');
  const isDark = () =>
    root.dataset.theme === 'dark' ||
    (root.dataset.theme === undefined && matchMedia('(prefers-color-scheme: dark)').matches);
  const set = (theme: string) => {
    root.dataset.theme = theme;
    localStorage.setItem('kith-theme', theme);
    show();
  };
  const show = () => {
    button.setAttribute('aria-label', `Use the ${next()} theme`);
    fill(button, icon(isDark() ? 'sun' : 'moon'));
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => show());
  show();
  return button;
}
