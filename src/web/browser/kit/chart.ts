import { h, svg } from './dom.ts';

interface BarChart {
  readonly label: string;
  readonly series: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly values: readonly number[];
    readonly note: string;
  }[];
  readonly unit: string;
  /** Stands beside another chart, in half of the room. */
  readonly half?: boolean;
  /** How a value is written; with a decimal below 100 unless given. */
  readonly format?: (value: number) => string;
}

/** Drawn for the room there is, so that words keep their size on a phone. */
const drawnWidth = (): number => (innerWidth < 640 ? 340 : Math.min(1_100, innerWidth - 120));
const halfWidth = 460;
const rowHeight = 48;
const barsLeft = 6;
const formatNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Bars over one another, the last of the series behind. What it shows is a table for who cannot see it. */
export function barChart({
  label,
  series,
  rows,
  unit,
  half = false,
  format = formatNumber,
}: BarChart): HTMLElement {
  const width = half ? Math.min(halfWidth, drawnWidth()) : drawnWidth();
  const most = Math.max(1, ...rows.flatMap((row) => row.values));
  const scale = (value: number) => Math.max(2, (value / most) * (width - 150));
  const drawn = rows.flatMap((row, index) => {
    const top = index * rowHeight;
    const order = row.values.map((value, nth) => ({ value, nth })).toReversed();
    return [
      svg('text', { x: barsLeft, y: top + 14 }, `${row.name}  ${row.note}`),
      ...order.map(({ value, nth }) =>
        svg('rect', {
          x: barsLeft,
          y: top + 20,
          width: scale(value),
          height: 14,
          rx: 3,
          class: `bar-${nth + 1}`,
        }),
      ),
      svg(
        'text',
        { class: 'value', x: barsLeft + scale(Math.max(...row.values)) + 8, y: top + 32 },
        `${format(row.values[0] ?? 0)} / ${format(row.values.at(-1) ?? 0)} ${unit}`,
      ),
    ];
  });
  return h(
    'figure',
    {},
    h(
      'ul',
      { class: 'legend' },
      series.map((name, index) => h('li', {}, h('i', { class: `bar-${index + 1}` }), name)),
    ),
    svg(
      'svg',
      { class: 'chart', viewBox: `0 0 ${width} ${rows.length * rowHeight}`, 'aria-hidden': 'true' },
      drawn,
    ),
    h(
      'div',
      { class: 'unseen' },
      h(
        'table',
        {},
        h('caption', {}, label),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Name'),
            series.map((name) => h('th', { scope: 'col' }, `${name} (${unit})`)),
          ),
        ),
        h(
          'tbody',
          {},
          rows.map((row) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, row.name),
              row.values.map((value) => h('td', {}, format(value))),
            ),
          ),
        ),
      ),
    ),
  );
}

interface TimeChart {
  readonly label: string;
  /** The oldest first. */
  readonly points: readonly { readonly at: string; readonly value: number }[];
  readonly unit: string;
  /** UTC days, named as such wherever the reader is. */
  readonly days?: boolean;
  /** Has a whole row of the page to itself. */
  readonly wide?: boolean;
}

const chartHeight = 170;
const [plotTop, plotFoot, plotLeft] = [24, 26, 38];
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const utcDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const halfDayMs = 43_200_000;

/** One line over time with its axes: values at the left, times below. */
export function timeChart({ label, points, unit, days = false, wide = false }: TimeChart): HTMLElement {
  const width = wide ? drawnWidth() : 400;
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const most = niceTop(Math.max(0, ...points.map(({ value }) => value)));
  const span = Math.max(1, last - first);
  const x = (time: number) => plotLeft + ((time - first) / span) * (width - plotLeft - 8);
  const y = (value: number) => plotTop + (1 - value / most) * (chartHeight - plotTop - plotFoot);
  const path = points
    .map(({ value }, nth) => `${x(times[nth]!).toFixed(1)},${y(value).toFixed(1)}`)
    .join(' ');
  const named = days ? utcDay : last - first > halfDayMs ? day : clock;
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
        'aria-label': `${label}: ${formatNumber(now)} ${unit} now, at most ${formatNumber(Math.max(0, ...points.map(({ value }) => value)))} ${unit}`,
      },
      [0, most / 2, most].map((value) => [
        svg('line', { class: 'grid', x1: plotLeft, x2: width - 8, y1: y(value), y2: y(value) }),
        svg('text', { x: plotLeft - 6, y: y(value) + 4, 'text-anchor': 'end' }, axisText(value)),
      ]),
      svg('polygon', { class: 'area', points: `${x(first)},${y(0)} ${path} ${x(last)},${y(0)}` }),
      svg('polyline', { class: 'line', points: path }),
      timeLabels(first, last, named).map(([time, anchor]) =>
        svg('text', { x: x(time), y: chartHeight - 8, 'text-anchor': anchor }, named.format(time)),
      ),
      svg('text', { x: plotLeft, y: 10 }, unit),
    ),
  );
}

/** The times named below a chart, none of them twice. */
function timeLabels(first: number, last: number, named: Intl.DateTimeFormat): (readonly [number, string])[] {
  const middle = (first + last) / 2;
  const [from, between, to] = [first, middle, last].map((time) => named.format(time));
  return [
    [first, 'start'],
    ...(between !== from && between !== to ? [[middle, 'middle'] as const] : []),
    ...(to !== from ? [[last, 'end'] as const] : []),
  ];
}

/** The next round figure: an axis that ends at 1, 2 or 5 times a power of ten. */
function niceTop(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

const axisText = (value: number): string =>
  value >= 1_000
    ? `${(value / 1_000).toFixed(value % 1_000 === 0 ? 0 : 1)}k`
    : String(Number(value.toFixed(1)));
