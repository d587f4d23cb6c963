import { fill, h } from './dom.ts';

const shownMs = 8_000;
const region = h('div', { class: 'toast', role: 'status' });
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says what was done where the form that did it is gone, because the page was drawn again. */
export function toast(words: string): void {
  if (!region.isConnected) document.body.append(region);
  clearTimeout(timer);
  // An empty region first: a screen reader announces what is added to one that is there.
  fill(region);
  timer = setTimeout(() => {
    fill(region, h('p', {}, words));
    timer = setTimeout(() => fill(region), shownMs);
  }, 0);
}
