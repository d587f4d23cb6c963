import type { VNode } from 'preact';
import { barChart, timeChart } from '../kit/charts.ts';
import { emptyState, heading, listOf, panel, table, tag } from '../kit/elements.ts';
import { formatCount, formatDuration, pluralize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { exact } from '../kit/time.ts';
import type { HealthHistory, Observability } from './responses.ts';

interface Health {
  readonly current: Observability;
  readonly history: HealthHistory;
}

const maxRoutes = 12;
const lead = 'The last day of the service, and the current state of the process that serves you.';

/** Health of the city: now, and over the last day. */
export const page = definePage<Health>({
  load: async ({ get }) => {
    const [current, history] = await Promise.all([
      get<Observability>('/api/observability'),
      get<HealthHistory>('/api/observability/history'),
    ]);
    return { current, history };
  },
  head: () => ({ title: 'Health', description: lead }),
  refreshMs: () => 10_000,
  view: ({ data: { current, history }, visit }) => html`
    ${heading('Health', lead)}
    <div class="stack">
      ${figures(current)}
      ${panel(`Uptime of ${pluralize(history.days.length, 'day')}`, uptime(history))}
      ${historyCharts(history, visit.now())}
      ${panel('Incidents in the last day', listOf(history.incidents.toReversed().map(incidentItem), 'None.'))}
      ${panel('Latency by route', latency(current))}
      ${panel('Scheduled work', queues(current))}
    </div>`,
});

function figures(current: Observability): VNode {
  const all = Object.values(current.requests);
  const requests = all.reduce((sum, each) => sum + each.count, 0);
  const failed = all.reduce((sum, each) => sum + each.count * each.error_rate, 0);
  const rows: readonly (readonly [string, string])[] = [
    ['uptime', formatDuration(current.uptime_s)],
    ['version', current.version],
    ['requests', formatCount(requests)],
    ['failed', requests === 0 ? '0 %' : `${((100 * failed) / requests).toFixed(2)} %`],
    ['ledger head', formatCount(current.ledger.head.seq)],
    ['unsealed', formatCount(current.ledger.unsealed)],
    ['waiting requests', formatCount(current.waiting)],
    ['live viewers', formatCount(current.watchers)],
  ];
  return html`
    <dl class="counters">${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 1 && share > 0.999 ? 3 : 1)} %`;

/** One bar per day: green if it ran all day and answered, yellow or red if not. */
function uptime({ days }: HealthHistory): VNode {
  const mean = days.reduce((sum, { up }) => sum + up, 0) / Math.max(1, days.length);
  return html`
    <ol class="uptime">${days.map(({ day, up, error_rate }) => {
      const look = up < 0.95 || error_rate > 0.05 ? 'bad' : up < 0.999 || error_rate > 0.01 ? 'warm' : 'good';
      const words = `${day}: ran ${percent(up)}, ${percent(error_rate)} of the responses failed`;
      return html`<li key=${day} class=${look} title=${words}><span class="unseen">${words}</span></li>`;
    })}</ol>
    <p class="small">Ran ${percent(mean)} of the time, in slots of five minutes.</p>`;
}

/** Recorded rates and latencies of the last day. */
function historyCharts({ slot_s, points }: HealthHistory, now: number): VNode {
  const chart = (title: string, unit: string, value: (point: HealthHistory['points'][number]) => number) =>
    panel(
      title,
      points.length < 2
        ? emptyState('No data yet. The chart starts after ten minutes.')
        : timeChart({
            label: `${title}, last day`,
            unit,
            gapMs: 1.5 * slot_s * 1_000,
            points: points.map((point) => ({ at: point.at, value: value(point) })),
          }),
    );
  // The last slot is incomplete.
  const perSecond = ({ requests, at }: HealthHistory['points'][number]) =>
    requests / Math.min(slot_s, Math.max(60, (now - Date.parse(at)) / 1_000));
  return html`
    <div class="charts">
      ${chart('Requests per second', '/s', perSecond)}
      ${chart('Failed responses', '%', ({ error_rate }) => error_rate * 100)}
      ${chart('Median latency', 'ms', ({ p50_ms }) => p50_ms)}
      ${chart('Latency, 95th percentile', 'ms', ({ p95_ms }) => p95_ms)}
    </div>`;
}

const incidentItem = ({ kind, from_at, to_at }: HealthHistory['incidents'][number]): Child => html`
  <li key=${from_at}>
    <div class="row">${tag(kind === 'down' ? 'down' : 'high error rate', 'bad')}<span>${exact(from_at)}</span></div>
    <span class="small">${to_at ? formatDuration((Date.parse(to_at) - Date.parse(from_at)) / 1_000) : 'ongoing'}</span>
  </li>`;

function latency({ requests }: Observability): VNode {
  const rows = Object.entries(requests)
    .toSorted(([, a], [, b]) => b.count - a.count)
    .slice(0, maxRoutes)
    .map(([name, each]) => ({
      name,
      values: [each.p50_ms, each.p95_ms, each.p99_ms],
      note: `${formatCount(each.count)} ×`,
    }));
  return rows.length === 0
    ? emptyState('No requests yet.')
    : barChart({
        label: 'Milliseconds by route, busiest first',
        series: ['p50', 'p95', 'p99'],
        rows,
        unit: 'ms',
      });
}

function queues({ queues: all }: Observability): VNode {
  const rows = Object.entries(all);
  if (rows.length === 0) return emptyState('Nothing is scheduled.');
  return table(
    'Scheduled work',
    [
      { name: 'Kind', place: 'opens' },
      ...['Scheduled', 'Overdue', 'Running', 'Failed', 'Lag'].map((name) => ({ name, number: true })),
    ],
    rows.map(([kind, queue]) => [
      kind,
      kind,
      formatCount(queue.scheduled),
      queue.overdue > 0 ? tag(formatCount(queue.overdue), 'warm') : '0',
      formatCount(queue.running),
      queue.failed > 0 ? tag(formatCount(queue.failed), 'bad') : '0',
      `${formatCount(queue.lag_ms)} ms`,
    ]),
  );
}
