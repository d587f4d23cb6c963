const lists = '.cards, .list, .stream, .talk, tbody, .posters';
const items = ':is(.card, .list > li, .stream > li, .talk > li, tbody > tr, a.poster)';

/** `j` and `k` move down and up the entries of a page; Enter opens the focused one. */
export function addKeyboardNavigation(main: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target instanceof HTMLElement ? event.target : document.body;
    if (at.closest('input, textarea, select, dialog, [contenteditable]')) return;
    const links = [...main.querySelectorAll<HTMLElement>(lists)].flatMap((list) =>
      [...list.querySelectorAll<HTMLElement>(items)].flatMap((item) => {
        const link = item.matches('a') ? item : item.querySelector<HTMLElement>('h2 a, h3 a, a');
        return link ? [link] : [];
      }),
    );
    const focused = links.findIndex((link) => link === at || link.closest(items)?.contains(at));
    const next = focused < 0 ? (step > 0 ? links[0] : links.at(-1)) : links[focused + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}
