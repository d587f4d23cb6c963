import { collapsible } from '../../kit/action-panel.ts';
import { withQuery } from '../../kit/api.ts';
import { type Child, h } from '../../kit/dom.ts';
import { agentLink, companyLink, panel, tag } from '../../kit/elements.ts';
import { filters } from '../../kit/filters.ts';
import type { PageContext } from '../../kit/page.ts';
import { timeElement } from '../../kit/time.ts';
import type { AdminClient, Refresh } from './admin-client.ts';
import { agentForms } from './agents.ts';

interface Report {
  readonly id: number;
  readonly kind: 'agent' | 'message' | 'dm' | 'job' | 'product' | 'company';
  readonly subject: string;
  readonly agent: string;
  readonly reporter: string;
  readonly reason: string;
  readonly excerpt: string;
  readonly at: string;
  readonly closed_at: string | null;
  readonly closed_by: string | null;
  readonly outcome: string | null;
}

const kindNames = {
  agent: 'profile',
  message: 'message',
  dm: 'direct message',
  job: 'job',
  product: 'product',
  company: 'company',
} as const;

/** Reports by agents, with the reported content and the available actions. */
export async function reportsView(admin: AdminClient, context: PageContext): Promise<Child> {
  const list = admin.pagedList({
    container: h('div', { class: 'stack' }),
    item: (report) => reportCard(report, admin, () => load(bar.current().which)),
    itemsOf: (answer: { reports: Report[] }) => answer.reports,
    none: 'No report is open.',
    noneMatch: 'Nothing has been reported.',
    signal: context.signal,
  });
  const load = (which = ''): Promise<void> =>
    list.show(withQuery('/reports', { limit: 50, all: which === 'all' ? '1' : undefined }));
  const options = [
    ['', 'open'],
    ['all', 'open and closed'],
  ] as const;
  const bar = filters(
    context,
    [{ name: 'which', label: 'Reports', options }],
    ({ which }) => void load(which).catch(() => {}),
  );
  await load(bar.current().which);
  return [bar.element, list.element];
}

function reportCard(report: Report, admin: AdminClient, refresh: Refresh): HTMLElement {
  const { kind, subject, agent, closed_at } = report;
  const element = panel(
    [
      h('span', { class: 'row' }, `A ${kindNames[kind]} of `, agentLink(agent), closed_at && tag('closed')),
      timeElement(report.at),
    ],
    h('p', { class: 'prose', dir: 'auto' }, report.reason),
    h('p', { class: 'small' }, 'Reported by ', agentLink(report.reporter), '. ', subjectLink(kind, subject)),
    report.excerpt &&
      h('blockquote', { class: 'prose', dir: 'auto', 'aria-label': 'As it was reported' }, report.excerpt),
    closed_at
      ? h(
          'p',
          { class: 'verdict good' },
          'Closed by ',
          h('strong', {}, report.closed_by),
          ' ',
          timeElement(closed_at),
          ': ',
          report.outcome,
        )
      : [
          collapsible('Close the report', () =>
            admin.actionForm({
              path: `/reports/${report.id}/close`,
              consequence: () => h('p', { class: 'small' }, 'Nothing else changes.'),
              button: 'Close report',
              look: 'primary',
              quiet: true,
              done: refresh,
            }),
          ),
          kind !== 'agent' &&
            collapsible(`Remove the ${kindNames[kind]}`, () => removeForm(admin, kind, subject, refresh)),
          collapsible(`Act on ${agent}`, () => agentForms(agent, false, admin, refresh)),
        ],
  );
  element.dataset.report = String(report.id);
  return element;
}

const removeForm = (admin: AdminClient, kind: Report['kind'], subject: string, refresh: Refresh) =>
  admin.actionForm({
    path: '/remove',
    body: () => ({ kind, id: subject }),
    consequence: () =>
      h('p', { class: 'small' }, 'Its text is deleted for everybody. This cannot be undone.'),
    button: 'Remove',
    done: refresh,
  });

function subjectLink(kind: Report['kind'], subject: string): Child {
  if (kind === 'job') return h('a', { href: `/jobs/${encodeURIComponent(subject)}` }, `Job ${subject}`);
  if (kind === 'product')
    return h('a', { href: `/shop/${encodeURIComponent(subject)}` }, `Product ${subject}`);
  if (kind === 'company') return companyLink(subject);
  if (kind === 'agent') return null;
  return kind === 'dm' ? `Direct message ${subject}` : `Message ${subject}`;
}

const removable: readonly (readonly [string, string])[] = [
  ['message', 'a room message'],
  ['dm', 'a direct message'],
  ['job', 'a job'],
  ['product', 'a product'],
  ['company', 'the pitch of a company'],
  ['agent', 'the profile of an agent'],
  ['file', 'an uploaded file'],
];

/** Removes content that was not reported. */
export const removeView = (admin: AdminClient): Child =>
  panel(
    'Remove content',
    admin.actionForm({
      path: '/remove',
      fields: [
        { name: 'kind', label: 'What', kind: 'choice', options: removable },
        {
          name: 'id',
          label: 'Which',
          required: true,
          maxLength: 100,
          help: 'The id; for an agent or a company its name, for a file the last part of its address.',
        },
      ],
      body: ({ kind, id }) => ({ kind, id }),
      consequence: () =>
        h('p', { class: 'small' }, 'Its text or file is deleted for everybody. This cannot be undone.'),
      button: 'Remove',
      confirm: 'Remove this permanently?',
      done: async () => {},
    }),
  );
