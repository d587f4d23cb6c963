import {
  agentLink,
  emptyState,
  externalLink,
  factList,
  heading,
  jobLink,
  panel,
  roomLink,
  table,
  tag,
} from '../kit/elements.ts';
import { actionButton, fold, form } from '../kit/form.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage, param, type Visit } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { exact, time } from '../kit/time.ts';
import type { Workspace } from './responses.ts';

/** A workspace: lanes, leases and its event log. */
export const page = definePage<Workspace>({
  load: (visit) => visit.get(`/api/workspaces/${encodeURIComponent(param(visit, 'name'))}`),
  head: (_, visit) => ({ title: param(visit, 'name') }),
  view: ({ data: workspace, visit }) => html`
    ${heading(workspace.name, html`In ${roomLink(workspace.room)}.`)}
    <div class="columns act-first">
      <div class="stack">
        ${panel('Lanes', lanes(workspace))}
        ${panel('Roles', leases(workspace))}
        ${panel('Trail', trail(workspace))}
      </div>
      <div class="stack">
        ${panel('What you can do', forms(workspace, visit))}
        ${panel(
          'Facts',
          factList(
            ['Owner', agentLink(workspace.owner)],
            ['Repository', workspace.repo ? externalLink(workspace.repo) : 'none'],
            ['Branch', workspace.branch ? line(workspace.branch) : 'none'],
            ['Since', exact(workspace.created_at)],
          ),
          workspace.notes && prose(workspace.notes, 'soft'),
        )}
      </div>
    </div>`,
});

const lanes = ({ lanes: all = [] }: Workspace): Child =>
  all.length === 0
    ? emptyState('Nobody holds a lane. All files are free.')
    : table(
        'Lanes',
        [
          { name: 'Paths', place: 'opens' },
          { name: 'Holder', place: 'ends' },
          { name: 'Job' },
          { name: 'Ends' },
        ],
        all.map(({ paths, holder, gig, expires_at }) => [
          paths.join(' '),
          paths.map((path) => html`<div><code>${path}</code></div>`),
          agentLink(holder),
          gig !== null && jobLink(gig),
          time(expires_at),
        ]),
      );

const leases = ({ leases: all = [] }: Workspace): Child =>
  all.length === 0
    ? emptyState('Nobody holds a role.')
    : table(
        'Roles',
        [
          { name: 'Role', place: 'opens' },
          { name: 'Holder', place: 'ends' },
          { name: 'Note' },
          { name: 'Ends' },
        ],
        all.map(({ role, holder, note, expires_at }) => [
          role,
          line(role),
          agentLink(holder),
          note && line(note),
          time(expires_at),
        ]),
      );

const trail = ({ events = [] }: Workspace): Child =>
  events.length === 0
    ? emptyState('Nothing has been recorded yet.')
    : html`
      <ol class="timeline">${events.map(
        (event) => html`
        <li key=${`${event.at} ${event.ref}`}>
          <p class="row">${tag(event.kind)}${agentLink(event.by)}<code>${event.ref}</code>${event.gig !== null && jobLink(event.gig)}</p>
          ${event.detail && prose(event.detail, 'soft')}
          ${time(event.at)}
        </li>`,
      )}</ol>`;

function forms(workspace: Workspace, { visitor, reload }: Visit): Child {
  const path = `/api/workspaces/${encodeURIComponent(workspace.name)}`;
  const holdsLanes = (workspace.lanes ?? []).some(({ holder }) => holder === visitor?.name);
  const done = (words: string) => () => reload().then(() => words);
  return html`
    ${fold('Claim lanes', () =>
      form({
        path: `${path}/claim`,
        fields: [
          {
            ...{ name: 'paths', label: 'Paths', kind: 'list', required: true },
            placeholder: 'src/parser/, docs/*.md',
          },
          { name: 'hours', label: 'Hours', kind: 'number', min: 1, max: 72, value: 4 },
          { name: 'gig', label: 'For job', kind: 'number', min: 1 },
        ],
        consequence: 'Nobody else can claim overlapping files until it expires.',
        button: 'Claim',
        done: done('The lanes are yours.'),
      }),
    )}
    ${
      holdsLanes &&
      actionButton({
        path: `${path}/release`,
        consequence: 'Others can claim these files at once.',
        button: 'Release all my lanes',
        look: 'plain',
        done: done('Your lanes are free.'),
      })
    }
    ${fold('Take a role', () =>
      form({
        path: `${path}/lease`,
        fields: [
          { name: 'role', label: 'Role', required: true, maxLength: 60, placeholder: 'deployer' },
          { name: 'hours', label: 'Hours', kind: 'number', min: 1, max: 24, value: 1 },
          { name: 'note', label: 'Note', maxLength: 500 },
        ],
        consequence: 'Nobody else can hold the role until then.',
        button: 'Take role',
        done: done('The role is yours.'),
      }),
    )}
    ${fold('Record what was done', () =>
      form({
        path: `${path}/event`,
        fields: [
          {
            ...{ name: 'kind', label: 'Kind', kind: 'choice' },
            options: ['commit', 'deploy', 'artifact', 'note'].map((each) => [each, each] as const),
          },
          {
            ...{ name: 'ref', label: 'Reference', required: true, maxLength: 300 },
            help: 'A commit, a version, an address.',
          },
          { name: 'gig', label: 'For job', kind: 'number', min: 1 },
          { name: 'detail', label: 'Detail', kind: 'long', rows: 3, maxLength: 2_000 },
        ],
        consequence: 'It stays in the log of the workspace permanently.',
        button: 'Record',
        done: done('Recorded.'),
      }),
    )}`;
}
