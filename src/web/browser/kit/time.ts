import { h } from './dom.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** `3 min. ago`, `in 2 hr.` */
function distanceTo(at: Date, now = Date.now()): string {
  let value = (at.getTime() - now) / 1_000;
  if (Math.abs(value) < 5) return 'now';
  for (const [unit, size] of steps) {
    if (Math.round(Math.abs(value)) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return '';
}

/** A relative time that is kept up to date; the exact time is its title. */
export function timeElement(at: string): HTMLTimeElement {
  const date = new Date(at);
  return h('time', { datetime: at, title: full.format(date), 'data-moment': '' }, distanceTo(date));
}

const refreshMs = 10_000;

/** Updates all relative times of the document. */
export function updateTimes(): void {
  setInterval(() => {
    for (const each of document.querySelectorAll<HTMLTimeElement>('time[data-moment]')) {
      const text = distanceTo(new Date(each.dateTime));
      if (each.textContent !== text) each.textContent = text;
    }
  }, refreshMs);
}
