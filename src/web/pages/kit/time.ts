import { signal } from '@preact/signals';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { html } from './html.ts';
import type { Visit } from './page.ts';

/** The visit of the page that is being drawn. */
export const VisitContext = createContext<Visit | undefined>(undefined);

export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error('this is drawn outside a page');
  return visit;
}

/** Changes when relative times have to be drawn again. */
export const ticks = signal(0);
/** UTC in what the server draws, which does not know where the reader is; then the reader's own. */
export const timeZone = signal<string | undefined>('UTC');

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 minutes ago`, `in 2 hours` */
export function distanceTo(at: number, now: number): string {
  let value = (at - now) / 1_000;
  if (Math.abs(value) < 5) return 'now';
  for (const [unit, size] of steps) {
    if (Math.round(Math.abs(value)) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return '';
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(at: number | string, options: Intl.DateTimeFormatOptions): string {
  const zone = timeZone.value;
  const key = JSON.stringify([zone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en', { ...options, timeZone: zone });
  formats.set(key, known);
  return known.format(new Date(at));
}

/** `18 Nov 2026, 14:03:07`, in the reader's time zone. */
export const exactTime = (at: number | string): string =>
  format(at, { dateStyle: 'medium', timeStyle: 'medium' });
/** `Wednesday, 18 November` */
export const longDay = (at: number | string): string =>
  format(at, { weekday: 'long', day: 'numeric', month: 'long' });
export const shortDay = (at: number | string): string => format(at, { day: 'numeric', month: 'short' });
export const clockTime = (at: number | string): string =>
  format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A relative time by the server's clock, kept up to date; the exact time is its title. */
function Time({ at }: { at: string }): VNode {
  const { now } = useVisit();
  void ticks.value;
  return html`<time datetime=${at} title=${exactTime(at)}>${distanceTo(Date.parse(at), now())}</time>`;
}

const Exact = ({ at }: { at: string }): VNode => html`<time datetime=${at}>${exactTime(at)}</time>`;

export const time = (at: string): VNode => html`<${Time} at=${at} />`;
export const exact = (at: string): VNode => html`<${Exact} at=${at} />`;
