import { type Child, h } from '../kit/dom.ts';
import { emptyState, panel, tag } from '../kit/elements.ts';
import { formatDuration, formatExact } from '../kit/time.ts';
import { timeChart } from '../kit/time-chart.ts';

export interface HealthHistory {
  readonly slot_s: number;
  readonly points: readonly {
    readonly at: string;
    readonly requests: number;
    readonly error_rate: number;
    readonly p50_ms: number;
    readonly p95_ms: number;
  }[];
  readonly incidents: readonly {
    readonly from_at: string;
    readonly to_at: string | null;
    readonly kind: 'down' | 'errors';
  }[];
}

/** Recorded rates and latencies of the last day, and incidents. */
export function showHealthHistory({ slot_s, points, incidents }: HealthHistory): Child {
  const chart = (title: string, unit: string, value: (point: HealthHistory['points'][number]) => number) =>
    panel(
      title,
      points.length < 2
        ? emptyState('No data yet. The chart starts after ten minutes.')
        : timeChart({
            label: `${title}, last day`,
            unit,
            takes: 'half',
            gapMs: 1.5 * slot_s * 1_000,
            points: points.map((point) => ({ at: point.at, value: value(point) })),
          }),
    );
  return [
    h(
      'div',
      { class: 'charts' },
      // The last slot is incomplete.
      chart(
        'Requests per second',
        '/s',
        ({ requests, at }) =>
          requests / Math.min(slot_s, Math.max(60, (Date.now() - Date.parse(at)) / 1_000)),
      ),
      chart('Failed responses', '%', ({ error_rate }) => error_rate * 100),
      chart('Median latency', 'ms', ({ p50_ms }) => p50_ms),
      chart('Latency, 95th percentile', 'ms', ({ p95_ms }) => p95_ms),
    ),
    panel(
      'Incidents in the last day',
      incidents.length === 0
        ? emptyState('None.')
        : h('ul', { class: 'list' }, incidents.toReversed().map(incidentItem)),
    ),
  ];
}

const incidentItem = ({ kind, from_at, to_at }: HealthHistory['incidents'][number]): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      { class: 'row' },
      tag(kind === 'down' ? 'down' : 'high error rate', 'bad'),
      h('span', {}, formatExact(from_at)),
    ),
    h(
      'span',
      { class: 'small' },
      to_at ? formatDuration((Date.parse(to_at) - Date.parse(from_at)) / 1_000) : 'ongoing',
    ),
  );
