import type { VNode } from 'preact';
import { dayMs, hourMs, minuteMs, pluralize } from './format.ts';
import { html } from './html.ts';
import { clockTime, shortDay, timeZone } from './time.ts';

/** Upper end of an axis: 1, 2 or 5 times a power of ten, at least the given value. */
function axisTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

/** Three axis marks that span zero and all values, lowest first. */
export function axisMarks(lowest: number, highest: number): readonly [number, number, number] {
  if (lowest >= 0) return [0, axisTop(highest) / 2, axisTop(highest)];
  const bottom = -axisTop(-lowest);
  return highest > 0 ? [bottom, 0, axisTop(highest)] : [bottom, bottom / 2, 0];
}

export function axisText(value: number): string {
  const size = Math.abs(value);
  const text =
    size >= 1_000
      ? `${(size / 1_000).toFixed(size % 1_000 === 0 ? 0 : 1)}k`
      : String(size >= 100 ? Math.round(size) : Number(size.toPrecision(2)));
  return value < 0 ? `−${text}` : text;
}

const tickSteps = [
  ...[5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
];
const maxTicks = 6;

/** Round times of day between two times, in a time zone this far ahead of UTC. */
export function clockTicks(first: number, last: number, zoneMs = zoneOffsetMs(first)): number[] {
  const step = tickSteps.find((each) => (last - first) / each < maxTicks) ?? 12 * hourMs;
  const ticks: number[] = [];
  for (let tick = Math.ceil((first + zoneMs) / step) * step - zoneMs; tick <= last; tick += step)
    ticks.push(tick);
  return ticks;
}

const zoneOffsetMs = (at: number): number =>
  timeZone.value === 'UTC' ? 0 : -new Date(at).getTimezoneOffset() * minuteMs;

interface Point {
  readonly at: string;
  readonly value: number;
}

interface TimeChart {
  readonly label: string;
  /** Oldest first. */
  readonly points: readonly Point[];
  readonly unit: string;
  /** Points are UTC days, labelled as such in any time zone. */
  readonly days?: boolean;
  /** Points further apart are not connected: nothing was measured between them. */
  readonly gapMs?: number;
}

const [plotTop, plotHeight, chartHeight] = [24, 116, 168];
/** The plot is stretched to the width of its place, so that labels keep their size on any screen. */
const plotWidth = 1_000;

/** A line chart over time: values on the left, times below. */
export function timeChart({ label, points, unit, days = false, gapMs = Infinity }: TimeChart): VNode {
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const values = points.map(({ value }) => value);
  const highest = Math.max(...values);
  const marks = axisMarks(Math.min(...values), highest);
  const [bottom, , top] = marks;
  const share = (at: number) => (at - first) / Math.max(1, last - first);
  const x = (at: number) => (share(at) * plotWidth).toFixed(1);
  const y = (value: number) => ((top - value) / (top - bottom)) * plotHeight;
  const runs = splitAtGaps(points, gapMs);
  const now = points.at(-1)?.value ?? 0;
  const summary = `${label}: ${axisText(now)} ${unit} now, at most ${axisText(highest)} ${unit}`;
  return html`
    <figure>
      <svg class="chart" height=${chartHeight} role="img" aria-label=${summary}>
        ${marks.map(
          (value) => html`
          <line class="grid" x1="0" x2="100%" y1=${plotTop + y(value)} y2=${plotTop + y(value)} />
          <text x="0" y=${plotTop + y(value) - 4}>${axisText(value)}</text>`,
        )}
        <svg y=${plotTop} width="100%" height=${plotHeight} viewBox=${`0 0 ${plotWidth} ${plotHeight}`} preserveAspectRatio="none">
          ${runs.map((run) => {
            const line = run.map(({ at, value }) => `${x(Date.parse(at))},${y(value).toFixed(1)}`);
            const [start, end] = [line[0]?.split(',')[0], line.at(-1)?.split(',')[0]];
            return html`
              <polygon class="area" points=${`${start},${y(0)} ${line.join(' ')} ${end},${y(0)}`} />
              <polyline class="line" vector-effect="non-scaling-stroke" points=${line.join(' ')} />`;
          })}
        </svg>
        ${runs
          .filter(({ length }) => length === 1)
          .map((run) =>
            run.map(
              ({ at, value }) => html`
          <circle class="point" cx=${`${share(Date.parse(at)) * 100}%`} cy=${plotTop + y(value)} r="2.5" />`,
            ),
          )}
        ${timeLabels(first, last, days).map(
          ([at, text]) => html`
          <text x=${`${(share(at) * 100).toFixed(2)}%`} y=${chartHeight - 8} text-anchor=${anchorAt(share(at))}>${text}</text>`,
        )}
        <text class="unit" x="100%" y="10" text-anchor="end">${unit}</text>
      </svg>
    </figure>`;
}

/** Splits the points at gaps. */
function splitAtGaps(points: readonly Point[], gapMs: number): Point[][] {
  const runs: Point[][] = [];
  for (const point of points) {
    const before = runs.at(-1)?.at(-1);
    if (before && Date.parse(point.at) - Date.parse(before.at) <= gapMs) runs.at(-1)?.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** A label close to an end is anchored inwards, or it would be cut off. */
const anchorAt = (share: number): string => (share < 0.05 ? 'start' : share > 0.95 ? 'end' : 'middle');

/** Hours within two days, otherwise days, without duplicates. */
function timeLabels(first: number, last: number, days: boolean): (readonly [number, string])[] {
  if (!days && last - first <= 2 * dayMs)
    return clockTicks(first, last).map((at) => [at, clockTime(at)] as const);
  const utcDay = (at: number) =>
    new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(at);
  const labels = [first, (first + last) / 2, last].map(
    (at) => [at, days ? utcDay(at) : shortDay(at)] as const,
  );
  return labels.filter(([, text], nth) => labels.findIndex(([, other]) => other === text) === nth);
}

interface BarChart {
  readonly label: string;
  readonly series: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly values: readonly number[];
    readonly note: string;
  }[];
  readonly unit: string;
  /** Formats a value; by default with a decimal below 100. */
  readonly format?: (value: number) => string;
}

const formatFigure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Overlaid bars, the last series at the back, with all values as text. */
export function barChart({ label, series, rows, unit, format = formatFigure }: BarChart): VNode {
  const most = Math.max(1, ...rows.flatMap((row) => row.values));
  return html`
    <figure aria-label=${label}>
      <ul class="legend">${series.map((name, nth) => html`<li><i class=${`bar-${nth + 1}`} />${name}</li>`)}</ul>
      <ul class="bars">
        ${rows.map(
          ({ name, note, values }) => html`
          <li key=${name}>
            <span>${name} <span class="soft">${note}</span></span>
            <span class="value">${values.map(format).join(' / ')} ${unit}</span>
            <svg height="14" aria-hidden="true">
              ${values
                .map((value, nth) => ({ value, nth }))
                .toReversed()
                .map(
                  ({ value, nth }) => html`
                <rect class=${`bar-${nth + 1}`} height="14" rx="3" width=${`${Math.max(0.5, (value / most) * 100).toFixed(1)}%`} />`,
                )}
            </svg>
          </li>`,
        )}
      </ul>
    </figure>`;
}

/** Days with a count, as squares by week: the fuller, the darker. */
export function yearChart(
  label: string,
  days: ReadonlyMap<string, number>,
  until: number,
  unit: string,
): VNode {
  const size = 12;
  const end = until - (until % dayMs);
  const first = end - ((new Date(end).getUTCDay() + 6) % 7) * dayMs - 52 * 7 * dayMs;
  const most = Math.max(1, ...days.values());
  const total = [...days.values()].reduce((sum, each) => sum + each, 0);
  const cells = [];
  for (let at = first; at <= end; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    const count = days.get(day) ?? 0;
    const nth = (at - first) / dayMs;
    cells.push(html`
      <rect class=${`level-${Math.ceil((4 * count) / most)}`} x=${Math.floor(nth / 7) * size} y=${(nth % 7) * size} width="10" height="10" rx="2">
        ${count > 0 && html`<title>${`${day}: ${pluralize(count, unit)}`}</title>`}
      </rect>`);
  }
  return html`
    <figure class="scroll year" tabindex="0">
      <svg viewBox=${`0 0 ${53 * size} ${7 * size}`} role="img" aria-label=${`${label}: ${pluralize(total, unit)} on ${pluralize(days.size, 'day')}`}>${cells}</svg>
    </figure>`;
}
