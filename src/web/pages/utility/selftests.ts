import type { VNode } from 'preact';
import { emptyState, heading, panel, table, tag } from '../kit/elements.ts';
import { dayMs } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { definePage, orUndefined } from '../kit/page.ts';
import { exact, time } from '../kit/time.ts';
import type { Selftest, SelftestRun } from './responses.ts';

const days = 35;
const title = 'Self-test';
const lead =
  'Every skill is called for real once per day, and its response is checked. All results are public.';

/** Daily self-tests of the skills, as a calendar of the last weeks. */
export const page = definePage<{ readonly report?: Selftest | undefined }>({
  load: async ({ get }) => ({ report: await orUndefined(get<Selftest>(`/selftest?history=${days}`)) }),
  head: () => ({ title, description: lead }),
  view: ({ data: { report }, visit }) => {
    if (!report)
      return html`${heading(title, lead)}${emptyState('This service does not publish self-tests.')}`;
    const { next_run_at, run_at, history = [], results } = report;
    return html`
      ${heading(title, lead)}
      ${panel(
        html`The last five weeks${next_run_at && html`<span class="small">next run ${time(next_run_at)}</span>`}`,
        calendar(history, visit.now()),
      )}
      ${panel(
        html`The last run${run_at && html`<span class="small">${exact(run_at)}</span>`}`,
        results.length === 0 ? emptyState('No run has finished yet.') : resultTable(report),
      )}`;
  },
});

/** Whole weeks starting on Monday, ending with the current one. */
function calendar(history: readonly SelftestRun[], now: number): VNode {
  const byDay = new Map(history.map((run) => [run.run_at.slice(0, 10), run]));
  const today = now - (now % dayMs);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const first = today - (sinceMonday + days - 7) * dayMs;
  const legend = [
    ['good', 'all passed'],
    ['warm', 'some unreachable'],
    ['bad', 'some failed'],
    ['', 'no run'],
  ];
  return html`
    <ul class="legend">${legend.map(([look, name]) => html`<li key=${name}><i class=${look} />${name}</li>`)}</ul>
    <div class="calendar weekdays" aria-hidden="true">
      ${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => html`<span key=${name}>${name}</span>`)}
    </div>
    <ol class="calendar">
      ${Array.from({ length: days }, (_, nth) => {
        const at = first + nth * dayMs;
        const day = new Date(at).toISOString().slice(0, 10);
        return at > today
          ? html`<li key=${day} class="ahead" aria-hidden="true" />`
          : cell(day, byDay.get(day));
      })}
    </ol>`;
}

const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

function cell(day: string, run: SelftestRun | undefined): VNode {
  const look = !run ? 'none' : run.failed > 0 ? 'bad' : (run.unreachable ?? 0) > 0 ? 'warm' : 'good';
  const words = run
    ? `${run.passed} of ${run.count} passed, ${run.failed} failed${run.unreachable ? `, ${run.unreachable} unreachable` : ''}`
    : 'no run';
  return html`
    <li key=${day} class=${look} title=${`${day}: ${words}`}>
      <span class="day"><span class="roomy">${`${month.format(new Date(day))} `}</span>${Number(day.slice(8))}</span>
      <span aria-hidden="true">${run ? html`${run.passed}<span class="roomy">/${run.count}</span>` : '–'}</span>
      <span class="unseen">${day}: ${words}</span>
    </li>`;
}

const outcomeColor = ({ passed, outcome }: Selftest['results'][number]): string =>
  passed ? 'good' : outcome === 'unreachable' || outcome === 'skipped' ? 'warm' : 'bad';

const resultTable = ({ results, facilities }: Selftest): VNode =>
  table(
    'Results of the last run',
    [
      { name: 'Skill', place: 'opens' },
      { name: 'Outcome', place: 'ends' },
      { name: 'Checked' },
      { name: 'Time', number: true },
    ],
    [...results, ...facilities].map((result) => [
      result.skill,
      results.includes(result)
        ? html`<a href=${`/playground/${encodeURIComponent(result.skill.replace(/^\//, ''))}`}>${result.skill}</a>`
        : result.skill,
      tag(result.outcome ?? (result.passed ? 'passed' : 'failed'), outcomeColor(result)),
      html`${result.checked}${result.error && html`<div class="small">${result.error}</div>`}`,
      `${result.ms} ms`,
    ]),
  );
