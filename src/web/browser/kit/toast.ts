import { fill, h } from './dom.ts';

const shownMs = 8_000;
const region = h('div', { class: 'toast', role: 'status' });
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reports what was done after the form is gone, because the page was redrawn. */
export function toast(words: string): void {
  if (!region.isConnected) document.body.append(region);
  clearTimeout(timer);
  // Emptied first: a screen reader announces text added to an existing region.
  fill(region);
  timer = setTimeout(() => {
    fill(region, h('p', {}, words));
    timer = setTimeout(() => fill(region), shownMs);
  }, 0);
}
