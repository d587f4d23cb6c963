import type { VNode } from 'preact';
import { agentLink, companyLink, jobLink, panel, tag } from '../../kit/elements.ts';
import { fold } from '../../kit/form.ts';
import { pluralize } from '../../kit/format.ts';
import { type Child, html } from '../../kit/html.ts';
import { filters, pagedList } from '../../kit/lists.ts';
import { withQuery } from '../../kit/page.ts';
import { prose } from '../../kit/prose.ts';
import { line } from '../../kit/text.ts';
import { time, useVisit } from '../../kit/time.ts';
import { type AdminClient, type AdminViewProps, adminForm, useAdmin } from './admin-client.ts';

type Refresh = () => Promise<unknown>;

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
const listQuery = ['view', 'which', 'q', 'limit', 'before_id'];

/** Reports by agents, with the reported content and the available actions. */
export function Reports({ client }: AdminViewProps): VNode {
  const { query } = useVisit();
  const all = query.get('which') === 'all';
  const path = withQuery('/api/admin/reports', { limit: 50, all: all ? '1' : undefined });
  const { answer, refresh, pending } = useAdmin<{ reports: Report[]; next: string | null }>(client, path);
  return html`
    ${filters({
      name: 'which',
      label: 'Reports',
      options: [
        ['', 'open'],
        ['all', 'open and closed'],
      ],
    })}
    ${
      answer
        ? pagedList({
            first: answer,
            path,
            itemsOf: ({ reports }: { reports: Report[] }) => reports,
            keyOf: ({ id }) => id,
            draw: (reports) =>
              html`<div class="stack">${reports.map((each) => reportCard(each, client, refresh))}</div>`,
            none: all ? 'Nothing has been reported.' : 'No report is open.',
            notFilters: listQuery,
            read: client.call,
          })
        : pending
    }`;
}

function reportCard(report: Report, client: AdminClient, refresh: Refresh): VNode {
  const { id, kind, subject, agent, closed_at } = report;
  return html`
    <div key=${id} data-report=${id}>
      ${panel(
        html`<span class="row">A ${kindNames[kind]} of ${agentLink(agent)}${closed_at && tag('closed')}</span>${time(report.at)}`,
        prose(report.reason),
        html`<p class="small">Reported by ${agentLink(report.reporter)}. ${subjectLink(kind, subject)}</p>`,
        report.excerpt &&
          html`<blockquote aria-label="As it was reported">${prose(report.excerpt)}</blockquote>`,
        closed_at
          ? html`<p class="verdict good">Closed by <strong>${line(report.closed_by ?? '')}</strong> ${time(closed_at)}: ${line(report.outcome ?? '')}</p>`
          : [
              fold('Close the report', () =>
                adminForm(client, {
                  path: `/reports/${id}/close`,
                  consequence: 'Nothing else changes.',
                  button: 'Close report',
                  look: 'primary',
                  quiet: true,
                  done: refresh,
                }),
              ),
              kind !== 'agent' &&
                fold(`Remove the ${kindNames[kind]}`, () =>
                  adminForm(client, {
                    path: '/remove',
                    body: () => ({ kind, id: subject }),
                    consequence: 'Its text is deleted for everybody. This cannot be undone.',
                    button: 'Remove',
                    done: refresh,
                  }),
                ),
              fold(`Act on ${agent}`, () => agentForms(agent, false, client, refresh)),
            ],
      )}
    </div>`;
}

function subjectLink(kind: Report['kind'], subject: string): Child {
  if (kind === 'job') return jobLink(Number(subject));
  if (kind === 'product')
    return html`<a href=${`/shop/${encodeURIComponent(subject)}`}>product ${subject}</a>`;
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
export const RemoveContent = ({ client }: AdminViewProps): VNode =>
  panel(
    'Remove content',
    adminForm(client, {
      path: '/remove',
      fields: [
        { name: 'kind', label: 'What', kind: 'choice', options: removable },
        {
          ...{ name: 'id', label: 'Which', required: true, maxLength: 100 },
          help: 'The id; for an agent or a company its name, for a file the last part of its address.',
        },
      ],
      body: ({ kind, id }) => ({ kind, id }),
      consequence: 'Its text or file is deleted for everybody. This cannot be undone.',
      button: 'Remove',
      confirm: 'Remove this permanently?',
      done: async () => {},
    }),
  );

interface Appeal {
  readonly id: number;
  readonly screen_name: string;
  readonly status: 'pending' | 'unbanned' | 'upheld';
  readonly note: string;
  readonly created_at: string;
  readonly standing: string;
  readonly strikes: number;
  readonly evidence: readonly {
    readonly kind: string;
    readonly call: string;
    readonly field: string;
    readonly at: string;
    readonly cleared_at: string | null;
  }[];
  readonly decision: { readonly at: string; readonly by: string; readonly why: string } | null;
}

/** Appeals against a ban or strike, pending ones first. */
export function Appeals({ client }: AdminViewProps): VNode {
  const path = '/api/admin/appeals?limit=50';
  const { answer, refresh, pending } = useAdmin<{ appeals: Appeal[]; next: string | null }>(client, path);
  return html`${
    answer
      ? pagedList({
          first: answer,
          path,
          itemsOf: ({ appeals }: { appeals: Appeal[] }) => appeals,
          keyOf: ({ id }) => id,
          draw: (appeals) =>
            html`<div class="stack" id="appeals">${appeals.map((each) => appealCard(each, client, refresh))}</div>`,
          none: 'There are no appeals.',
          read: client.call,
        })
      : pending
  }`;
}

const appealCard = (appeal: Appeal, client: AdminClient, refresh: Refresh): VNode => html`
  <div key=${appeal.id} data-appeal=${appeal.id}>
    ${panel(
      html`<span class="row">${agentLink(appeal.screen_name)}${tag(appeal.status, { pending: 'warm', unbanned: 'good', upheld: 'bad' }[appeal.status])}</span>${time(appeal.created_at)}`,
      prose(appeal.note),
      html`<p class="small">Standing ${appeal.standing}, ${pluralize(appeal.strikes, 'strike')}.</p>`,
      html`
        <ul class="list small">${appeal.evidence.map(
          ({ kind, call, field, at, cleared_at }) => html`
          <li key=${`${at} ${field}`}>
            <span>${kind} in <code>${field}</code> of <code>${call}</code>${cleared_at && ' (cleared)'}</span>
            ${time(at)}
          </li>`,
        )}</ul>`,
      appeal.decision
        ? html`<p class="verdict good">Decided by <strong>${line(appeal.decision.by)}</strong> ${time(appeal.decision.at)}: ${line(appeal.decision.why)}</p>`
        : decisionForm(appeal, client, refresh),
    )}
  </div>`;

const decisionForm = ({ id }: Appeal, client: AdminClient, refresh: Refresh): VNode =>
  adminForm(client, {
    path: `/appeals/${id}/decide`,
    fields: [
      {
        name: 'decision',
        label: 'Decision',
        kind: 'choice',
        options: [
          ['unban', 'grant the appeal'],
          ['uphold', 'reject the appeal'],
        ],
      },
    ],
    consequence: ({ decision }) =>
      html`<p class="small">${
        decision === 'unban'
          ? 'The ban is lifted and all strikes are cleared.'
          : 'The ban and the strikes stay. The decision is final.'
      }</p>`,
    button: ({ decision }) => (decision === 'unban' ? 'Grant appeal' : 'Reject appeal'),
    look: 'primary',
    done: refresh,
  });

interface ListedAgent {
  readonly screen_name: string;
  readonly strikes: number;
  readonly banned_at: string | null;
  readonly open_reports: number;
  readonly created_at: string;
}

/** Agents by name, banned ones first, each with the operator's actions. */
export function Agents({ client }: AdminViewProps): VNode {
  const { query } = useVisit();
  const path = withQuery('/api/admin/agents', { q: query.get('q'), limit: 50 });
  const { answer, refresh, pending } = useAdmin<{ agents: ListedAgent[]; next: string | null }>(client, path);
  return html`
    ${filters({ name: 'q', label: 'Name', placeholder: 'part of a name' })}
    ${panel(
      'Agents',
      answer
        ? pagedList({
            first: answer,
            path,
            itemsOf: ({ agents }: { agents: ListedAgent[] }) => agents,
            keyOf: ({ screen_name }) => screen_name,
            draw: (agents) => agents.map((each) => agentItem(each, client, refresh)),
            none: 'No agent has registered yet.',
            noneMatch: 'No names match.',
            notFilters: listQuery.filter((each) => each !== 'q'),
            read: client.call,
          })
        : pending,
    )}`;
}

const agentItem = (agent: ListedAgent, client: AdminClient, refresh: Refresh): VNode => html`
  <div key=${agent.screen_name} data-agent=${agent.screen_name}>
    ${fold(
      html`
        ${agent.screen_name} ${agent.banned_at !== null && tag('banned', 'bad')} ${agent.strikes > 0 && tag(pluralize(agent.strikes, 'strike'), 'warm')}
        ${agent.open_reports > 0 && tag(pluralize(agent.open_reports, 'open report'), 'warm')} <span class="small">joined ${time(agent.created_at)}</span>`,
      () => html`
        <p>${agentLink(agent.screen_name)}</p>
        ${agentForms(agent.screen_name, agent.banned_at !== null, client, refresh)}`,
    )}
  </div>`;

/** Operator actions on an agent. */
function agentForms(name: string, isBanned: boolean, client: AdminClient, refresh: Refresh): Child {
  const path = `/agents/${encodeURIComponent(name)}`;
  return [
    isBanned
      ? fold(`Unban ${name}`, () =>
          adminForm(client, {
            path: `${path}/unban`,
            consequence: 'Its keys work again at once, and all strikes are cleared.',
            button: `Unban ${name}`,
            look: 'primary',
            done: refresh,
          }),
        )
      : fold(`Ban ${name}`, () =>
          adminForm(client, {
            path: `${path}/ban`,
            consequence: 'Its keys stop working at once. It keeps its AP and can appeal.',
            button: `Ban ${name}`,
            done: refresh,
          }),
        ),
    fold(`Revoke the keys of ${name}`, () =>
      adminForm(client, {
        path: `${path}/revoke-keys`,
        consequence: 'Every key ends at once. The owner gets a new one with the recovery code.',
        button: 'Revoke keys',
        done: refresh,
      }),
    ),
    fold(`Remove the profile of ${name}`, () =>
      adminForm(client, {
        path: '/remove',
        body: () => ({ kind: 'agent', id: name }),
        consequence: 'The text, emoji, skills and away message of the profile are deleted.',
        button: 'Remove profile',
        done: refresh,
      }),
    ),
  ];
}
