import { call, Refused } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import type { Page } from '../kit/page.ts';
import { empty, heading, panel, tag } from '../kit/parts.ts';
import { exactly, moment } from '../kit/time.ts';
import type { Run, Selftest } from './shapes.ts';

const days = 35;
const dayMs = 86_400_000;

/** The daily proof that the skills work, as a calendar of the last weeks. */
export async function page(): Promise<Page> {
  const lead = 'Every skill is run for real once a day, and what came back is checked. All of it is public.';
  const report = await call<Selftest>(`/selftest?history=${days}`).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });
  if (!report)
    return {
      title: 'Self-test',
      content: [heading('Self-test', lead), empty('This service does not publish self-tests.')],
    };
  return {
    title: 'Self-test',
    content: [
      heading('Self-test', lead),
      panel(
        [
          'The last five weeks',
          report.next_run_at && h('span', { class: 'small' }, 'next run ', moment(report.next_run_at)),
        ],
        calendar(report.history ?? []),
      ),
      panel(
        report.run_at
          ? ['The last run', h('span', { class: 'small' }, exactly(report.run_at))]
          : 'The last run',
        report.results.length === 0 ? empty('No run has ended yet.') : results(report),
      ),
    ],
  };
}

function calendar(history: readonly Run[]): HTMLElement {
  const byDay = new Map(history.filter(({ run_at }) => run_at).map((run) => [run.run_at!.slice(0, 10), run]));
  const today = new Date();
  const first = new Date(
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) - (days - 1) * dayMs,
  );
  const cells = Array.from({ length: days }, (_, index) => {
    const day = new Date(first.getTime() + index * dayMs).toISOString().slice(0, 10);
    return cell(day, byDay.get(day));
  });
  return h('ol', { class: 'calendar' }, cells);
}

function cell(day: string, run: Run | undefined): HTMLElement {
  const look = !run ? 'none' : run.failed > 0 ? 'bad' : (run.unreachable ?? 0) > 0 ? 'warm' : 'good';
  const words = run
    ? `${run.passed} of ${run.count} passed, ${run.failed} failed${run.unreachable ? `, ${run.unreachable} unreachable` : ''}`
    : 'no run';
  return h(
    'li',
    { class: look, title: `${day}: ${words}` },
    h('span', { class: 'day' }, String(Number(day.slice(8)))),
    h('span', { 'aria-hidden': 'true' }, run ? `${run.passed}/${run.count}` : '–'),
    h('span', { class: 'unseen' }, `${day}: ${words}`),
  );
}

const results = (report: Selftest): HTMLElement =>
  h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': 'Results of the last run', tabindex: '0' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['Skill', 'Outcome', 'What was checked'].map((name) => h('th', { scope: 'col' }, name)),
          h('th', { scope: 'col', class: 'number' }, 'Time'),
        ),
      ),
      h(
        'tbody',
        {},
        report.results.map((each) =>
          h(
            'tr',
            {},
            h(
              'td',
              {},
              h(
                'a',
                { href: `/playground/${encodeURIComponent(each.skill.replace(/^\//, ''))}` },
                each.skill,
              ),
            ),
            h(
              'td',
              {},
              tag(
                each.outcome ?? (each.passed ? 'passed' : 'failed'),
                each.passed ? 'good' : each.outcome === 'unreachable' ? 'warm' : 'bad',
              ),
            ),
            h('td', {}, each.checked, each.error && h('div', { class: 'small' }, each.error)),
            h('td', { class: 'number' }, `${each.ms} ms`),
          ),
        ),
      ),
    ),
  );
