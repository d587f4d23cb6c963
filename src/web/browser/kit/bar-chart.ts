import { chartWidth } from './chart-width.ts';
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
  /** Half width, next to another chart. */
  readonly half?: boolean;
  /** Formats a value; by default with a decimal below 100. */
  readonly format?: (value: number) => string;
}

const halfWidth = 540;
const rowHeight = 48;
const barsLeft = 6;
const formatNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Overlaid bars, the last series at the back. A table with the values serves screen readers. */
export function barChart({
  label,
  series,
  rows,
  unit,
  half = false,
  format = formatNumber,
}: BarChart): HTMLElement {
  const width = half ? Math.min(halfWidth, chartWidth()) : chartWidth();
  const most = Math.max(1, ...rows.flatMap((row) => row.values));
  const scale = (value: number) => Math.max(2, (value / most) * (width - 150));
  const bars = rows.flatMap((row, index) => {
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
      bars,
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
