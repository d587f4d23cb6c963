import { axisMarks, axisText, clockTicks } from './axis.ts';
import { chartWidth } from './chart-width.ts';
import { h, svg } from './dom.ts';

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
  /** Share of a page row on a wide screen; defaults to a third. */
  readonly takes?: 'row' | 'half';
  /** Points further apart are not connected: nothing was measured between them. */
  readonly gapMs?: number;
}

const chartHeight = 170;
const [halfWidth, thirdWidth] = [540, 400];
const [plotTop, plotFoot, plotLeft, plotRight] = [24, 26, 38, 14];
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const utcDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const twoDaysMs = 172_800_000;
/** A label this close to an end of the axis must be anchored inwards, or it is cut off. */
const edge = 16;

/** A line chart over time: values on the left, times below. */
export function timeChart(chart: TimeChart): HTMLElement {
  const { label, points, unit, days = false, takes, gapMs = Number.POSITIVE_INFINITY } = chart;
  const width =
    takes === 'row' ? chartWidth() : Math.min(chartWidth(), takes === 'half' ? halfWidth : thirdWidth);
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const values = points.map(({ value }) => value);
  const highest = Math.max(...values);
  const marks = axisMarks(Math.min(...values), highest);
  const [bottom, , top] = marks;
  const span = Math.max(1, last - first);
  const [left, right] = [plotLeft, width - plotRight];
  const x = (time: number) => left + ((time - first) / span) * (right - left);
  const y = (value: number) =>
    plotTop + ((top - value) / (top - bottom)) * (chartHeight - plotTop - plotFoot);
  const lines = splitAtGaps(points, gapMs).map((segment) =>
    segment.map(({ at, value }) => [x(Date.parse(at)).toFixed(1), y(value).toFixed(1)] as const),
  );
  const now = points.at(-1)?.value ?? 0;
  return h(
    'figure',
    {},
    svg(
      'svg',
      {
        class: 'chart',
        viewBox: `0 0 ${width} ${chartHeight}`,
        role: 'img',
        'aria-label': `${label}: ${axisText(now)} ${unit} now, at most ${axisText(highest)} ${unit}`,
      },
      marks.map((value) => [
        svg('line', { class: 'grid', x1: left, x2: right, y1: y(value), y2: y(value) }),
        svg('text', { x: left - 6, y: y(value) + 4, 'text-anchor': 'end' }, axisText(value)),
      ]),
      lines.map((line) => {
        const [start, end] = [line[0], line.at(-1)];
        if (!start || !end) return null;
        return [
          // A line needs two points; a single one is drawn as a dot.
          line.length === 1 && svg('circle', { class: 'point', cx: start[0], cy: start[1], r: 2.5 }),
          svg('polygon', { class: 'area', points: [[start[0], y(0)], ...line, [end[0], y(0)]].join(' ') }),
          svg('polyline', { class: 'line', points: line.join(' ') }),
        ];
      }),
      timeLabels(first, last, days).map(([time, text]) =>
        svg('text', { x: x(time), y: chartHeight - 8, 'text-anchor': anchorAt(x(time), left, right) }, text),
      ),
      svg('text', { x: left, y: 10 }, unit),
    ),
  );
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

const anchorAt = (x: number, left: number, right: number): string =>
  x - left < edge ? 'start' : right - x < edge ? 'end' : 'middle';

/** Time labels below a chart: hours within two days, otherwise days, without duplicates. */
function timeLabels(first: number, last: number, days: boolean): (readonly [number, string])[] {
  if (!days && last - first <= twoDaysMs)
    return clockTicks(first, last).map((time) => [time, clock.format(time)]);
  const format = days ? utcDay : day;
  const labels = [first, (first + last) / 2, last].map((time) => [time, format.format(time)] as const);
  return labels.filter(([, text], nth) => labels.findIndex(([, other]) => other === text) === nth);
}
