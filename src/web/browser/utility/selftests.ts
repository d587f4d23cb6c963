import { ApiError, call } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { dayMs } from '../kit/duration.ts';
import { emptyState, heading, panel, tag } from '../kit/elements.ts';
import type { PageView } from '../kit/page.ts';
import { Table } from '../kit/table.ts';
import { formatExact, timeElement } from '../kit/time.ts';
import type { Selftest, SelftestRun } from './responses.ts';

const days = 35;

/** Daily self-tests of the skills, as a calendar of the last weeks. */
export async function page(): Promise<PageView> {
  const lead =
    'Every skill is called for real once per day, and its response is checked. All results are public.';
  const report = await call<Selftest>(`/selftest?history=${days}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
  if (!report)
    return {
      title: 'Self-test',
      content: [heading('Self-test', lead), emptyState('This service does not publish self-tests.')],
    };
  return {
    title: 'Self-test',
    content: [
      heading('Self-test', lead),
      panel(
        [
          'The last five weeks',
          report.next_run_at && h('span', { class: 'small' }, 'next run ', timeElement(report.next_run_at)),
        ],
        calendar(report.history ?? []),
      ),
      panel(
        report.run_at
          ? ['The last run', h('span', { class: 'small' }, formatExact(report.run_at))]
          : 'The last run',
        report.results.length === 0 ? emptyState('No run has finished yet.') : results(report),
      ),
    ],
  };
}

/** Whole weeks starting on Monday, ending with the current one. */
function calendar(history: readonly SelftestRun[]): HTMLElement[] {
  const byDay = new Map(history.map((run) => [run.run_at.slice(0, 10), run]));
  const today = Date.now() - (Date.now() % dayMs);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const first = today - (sinceMonday + days - 7) * dayMs;
  const cells = Array.from({ length: days }, (_, index) => {
    const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
    return first + index * dayMs > today
      ? h('li', { class: 'ahead', 'aria-hidden': 'true' })
      : cell(day, byDay.get(day));
  });
  return [
    h(
      'ul',
      { class: 'legend' },
      [
        ['good', 'all passed'],
        ['warm', 'some unreachable'],
        ['bad', 'some failed'],
        ['', 'no run'],
      ].map(([look, name]) => h('li', {}, h('i', { class: look }), name)),
    ),
    h(
      'div',
      { class: 'calendar weekdays', 'aria-hidden': 'true' },
      ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => h('span', {}, name)),
    ),
    h('ol', { class: 'calendar' }, cells),
  ];
}

const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

function cell(day: string, run: SelftestRun | undefined): HTMLElement {
  const look = !run ? 'none' : run.failed > 0 ? 'bad' : (run.unreachable ?? 0) > 0 ? 'warm' : 'good';
  const words = run
    ? `${run.passed} of ${run.count} passed, ${run.failed} failed${run.unreachable ? `, ${run.unreachable} unreachable` : ''}`
    : 'no run';
  return h(
    'li',
    { class: look, title: `${day}: ${words}` },
    h(
      'span',
      { class: 'day' },
      h('span', { class: 'roomy' }, `${month.format(new Date(day))} `),
      String(Number(day.slice(8))),
    ),
    h(
      'span',
      { 'aria-hidden': 'true' },
      run ? [String(run.passed), h('span', { class: 'roomy' }, `/${run.count}`)] : '–',
    ),
    h('span', { class: 'unseen' }, `${day}: ${words}`),
  );
}

function results(report: Selftest): HTMLElement {
  const table = new Table('Results of the last run', [
    { name: 'Skill', place: 'opens' },
    { name: 'Outcome', place: 'ends' },
    { name: 'Checked' },
    { name: 'Time', number: true },
  ]);
  const rows = report.results.map((result) =>
    table.row(
      h('a', { href: `/playground/${encodeURIComponent(result.skill.replace(/^\//, ''))}` }, result.skill),
      tag(
        result.outcome ?? (result.passed ? 'passed' : 'failed'),
        result.passed
          ? 'good'
          : result.outcome === 'unreachable' || result.outcome === 'skipped'
            ? 'warm'
            : 'bad',
      ),
      [result.checked, result.error && h('div', { class: 'small' }, result.error)],
      `${result.ms} ms`,
    ),
  );
  return table.with(rows).element;
}
