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
}

/** Drawn for the room there is, so that words keep their size on a phone. */
const drawnWidth = (): number => (innerWidth < 640 ? 340 : 720);
const rowHeight = 48;
const barsLeft = 6;
const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Bars over one another, the last of the series behind. What it shows is a table for who cannot see it. */
export function barChart({ label, series, rows, unit }: BarChart): HTMLElement {
  const width = drawnWidth();
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
        `${shown(row.values[0] ?? 0)} / ${shown(row.values.at(-1) ?? 0)} ${unit}`,
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
              row.values.map((value) => h('td', {}, shown(value))),
            ),
          ),
        ),
      ),
    ),
  );
}

interface LineChart {
  readonly label: string;
  readonly values: readonly number[];
  readonly unit: string;
}

const lineHeight = 160;
const foot = 8;

/** One line over time, the newest at the right. */
export function lineChart({ label, values, unit }: LineChart): HTMLElement {
  const width = drawnWidth();
  const most = Math.max(1, ...values);
  const last = values.at(-1) ?? 0;
  const x = (index: number) => (index / Math.max(1, values.length - 1)) * (width - 70);
  const y = (value: number) => lineHeight - foot - (value / most) * (lineHeight - 30);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const floor = lineHeight - foot;
  return h(
    'figure',
    {},
    svg(
      'svg',
      {
        class: 'chart',
        viewBox: `0 0 ${width} ${lineHeight}`,
        role: 'img',
        'aria-label': `${label}: ${shown(last)} ${unit} now, ${shown(most)} at the most`,
      },
      svg('line', { class: 'grid', x1: 0, x2: width - 70, y1: floor, y2: floor }),
      svg('polygon', { class: 'area', points: `0,${floor} ${points} ${x(values.length - 1)},${floor}` }),
      svg('polyline', { class: 'line', points }),
      svg('text', { class: 'value', x: x(values.length - 1) + 8, y: y(last) + 4 }, `${shown(last)} ${unit}`),
    ),
  );
}
