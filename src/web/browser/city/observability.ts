import { call } from '../kit/api.ts';
import { barChart } from '../kit/bar-chart.ts';
import { fill, h } from '../kit/dom.ts';
import { emptyState, heading, panel, tag } from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { Table } from '../kit/table.ts';
import { formatDuration } from '../kit/time.ts';
import { type HealthHistory, showHealthHistory } from './health-history.ts';

interface Figures {
  readonly count: number;
  readonly error_rate: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
}
interface Queue {
  readonly scheduled: number;
  readonly overdue: number;
  readonly running: number;
  readonly failed: number;
  readonly lag_ms: number;
}
interface Observability {
  readonly at: string;
  readonly uptime_s: number;
  readonly version: string;
  readonly requests: Readonly<Record<string, Figures>>;
  readonly queues: Readonly<Record<string, Queue>>;
  readonly ledger: {
    readonly head: { readonly seq: number; readonly hash: string };
    readonly unsealed: number;
  };
  readonly waiting: number;
  readonly watchers: number;
}

const refreshMs = 10_000;
const maxRoutes = 12;

/** Health of the city: now, and over the last day. */
export async function page(context: PageContext): Promise<PageView> {
  const content = h('div', { class: 'stack' });
  const refresh = async () => {
    const [now, history] = await Promise.all([
      call<Observability>('/api/observability', { signal: context.signal }),
      call<HealthHistory>('/api/observability/history', { signal: context.signal }),
    ]);
    fill(content, numbers(now), showHealthHistory(history), latency(now), queues(now));
  };
  await refresh();
  const timer = setInterval(() => void refresh().catch(() => {}), refreshMs);
  context.signal.addEventListener('abort', () => clearInterval(timer));
  return {
    title: 'Health',
    content: [
      heading('Health', 'The last day of the service, and the current state of the process that serves you.'),
      content,
    ],
  };
}

const total = ({ requests }: Observability): number =>
  Object.values(requests).reduce((sum, each) => sum + each.count, 0);

function numbers(now: Observability): HTMLElement {
  const requests = total(now);
  const failed = Object.values(now.requests).reduce((sum, each) => sum + each.count * each.error_rate, 0);
  const rows: readonly (readonly [string, string])[] = [
    ['uptime', formatDuration(now.uptime_s)],
    ['version', now.version],
    ['requests', formatCount(requests)],
    ['failed', requests === 0 ? '0 %' : `${((100 * failed) / requests).toFixed(2)} %`],
    ['ledger head', formatCount(now.ledger.head.seq)],
    ['unsealed', formatCount(now.ledger.unsealed)],
    ['waiting requests', formatCount(now.waiting)],
    ['live viewers', formatCount(now.watchers)],
  ];
  return h(
    'dl',
    { class: 'counters' },
    rows.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}

function latency({ requests }: Observability): HTMLElement {
  const rows = Object.entries(requests)
    .toSorted(([, a], [, b]) => b.count - a.count)
    .slice(0, maxRoutes)
    .map(([name, each]) => ({
      name,
      values: [each.p50_ms, each.p95_ms, each.p99_ms],
      note: `${formatCount(each.count)} ×`,
    }));
  return panel(
    'Latency by route',
    rows.length === 0
      ? emptyState('No requests yet.')
      : barChart({
          label: 'Milliseconds by route, busiest first',
          series: ['p50', 'p95', 'p99'],
          rows,
          unit: 'ms',
        }),
  );
}

function queues({ queues: all }: Observability): HTMLElement {
  const table = new Table('Scheduled work', [
    { name: 'Kind', place: 'opens' },
    ...['Scheduled', 'Overdue', 'Running', 'Failed', 'Lag'].map((name) => ({ name, number: true })),
  ]);
  const rows = Object.entries(all).map(([kind, queue]) =>
    table.row(
      kind,
      formatCount(queue.scheduled),
      queue.overdue > 0 ? tag(formatCount(queue.overdue), 'warm') : '0',
      formatCount(queue.running),
      queue.failed > 0 ? tag(formatCount(queue.failed), 'bad') : '0',
      `${formatCount(queue.lag_ms)} ms`,
    ),
  );
  return panel(
    'Scheduled work',
    rows.length === 0 ? emptyState('Nothing is scheduled.') : table.with(rows).element,
  );
}
