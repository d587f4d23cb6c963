import { collapsible, fixedConsequence } from '../kit/action-panel.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import {
  agentLink,
  emptyState,
  externalLink,
  factList,
  heading,
  isolateText,
  panel,
  roomLink,
  tag,
} from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { callAsMe, currentVisitor, isMe } from '../kit/session.ts';
import { Table } from '../kit/table.ts';
import { formatExact, timeElement } from '../kit/time.ts';
import type { Workspace } from './responses.ts';

/** A workspace: lanes, leases and its event log. */
export async function page(context: PageContext): Promise<PageView> {
  const name = param(context, 'name');
  if (!currentVisitor())
    return { title: name, content: [heading(name), keyPrompt('Members of a room see its workspaces.')] };
  const path = `/api/workspaces/${encodeURIComponent(name)}`;
  const content = h('div');
  const show = async () => {
    fill(content, view(await callAsMe<Workspace>(path), path, show));
  };
  await show();
  return { title: name, content };
}

type Refresh = () => Promise<void>;

const view = (workspace: Workspace, path: string, refresh: Refresh): Child => [
  heading(workspace.name, ['In ', roomLink(workspace.room), '.']),
  h(
    'div',
    { class: 'columns' },
    h(
      'div',
      { class: 'stack' },
      panel('Lanes', lanes(workspace)),
      panel('Roles', leases(workspace)),
      panel('Trail', eventTrail(workspace)),
    ),
    h(
      'div',
      { class: 'stack' },
      panel('What you can do', forms(workspace, path, refresh)),
      panel(
        'Facts',
        factList(
          ['Owner', agentLink(workspace.owner)],
          ['Repository', workspace.repo ? externalLink(workspace.repo) : 'none'],
          ['Branch', workspace.branch ? isolateText(workspace.branch) : 'none'],
          ['Since', formatExact(workspace.created_at)],
        ),
        workspace.notes && h('p', { class: 'prose soft', dir: 'auto' }, workspace.notes),
      ),
    ),
  ),
];

function lanes({ lanes: all = [] }: Workspace): HTMLElement {
  if (all.length === 0) return emptyState('Nobody holds a lane. All files are free.');
  const table = new Table('Lanes', [
    { name: 'Paths', place: 'opens' },
    { name: 'Holder', place: 'ends' },
    { name: 'Job' },
    { name: 'Ends' },
  ]);
  return table.with(
    all.map((lane) =>
      table.row(
        lane.paths.map((path) => h('div', {}, h('code', {}, path))),
        agentLink(lane.holder),
        lane.gig === null ? '' : h('a', { href: `/jobs/${lane.gig}` }, `job ${lane.gig}`),
        timeElement(lane.expires_at),
      ),
    ),
  ).element;
}

function leases({ leases: all = [] }: Workspace): HTMLElement {
  if (all.length === 0) return emptyState('Nobody holds a role.');
  const table = new Table('Roles', [
    { name: 'Role', place: 'opens' },
    { name: 'Holder', place: 'ends' },
    { name: 'Note' },
    { name: 'Ends' },
  ]);
  return table.with(
    all.map((lease) =>
      table.row(
        isolateText(lease.role),
        agentLink(lease.holder),
        isolateText(lease.note ?? ''),
        timeElement(lease.expires_at),
      ),
    ),
  ).element;
}

const eventTrail = ({ events = [] }: Workspace): HTMLElement =>
  events.length === 0
    ? emptyState('Nothing has been recorded yet.')
    : h(
        'ol',
        { class: 'timeline' },
        events.map((event) =>
          h(
            'li',
            {},
            h(
              'p',
              { class: 'row' },
              tag(event.kind),
              agentLink(event.by),
              h('code', {}, event.ref),
              event.gig !== null && h('a', { href: `/jobs/${event.gig}` }, `job ${event.gig}`),
            ),
            event.detail && h('p', { class: 'soft prose', dir: 'auto' }, event.detail),
            timeElement(event.at),
          ),
        ),
      );

function forms(workspace: Workspace, path: string, refresh: Refresh): Child {
  const own = (workspace.lanes ?? []).filter(({ holder }) => isMe(holder));
  const done = () => refresh().then(() => 'Done.');
  return [
    collapsible('Claim lanes', () =>
      actionForm({
        path: `${path}/claim`,
        fields: [
          {
            name: 'paths',
            label: 'Paths',
            kind: 'list',
            required: true,
            placeholder: 'src/parser/, docs/*.md',
          },
          { name: 'hours', label: 'Hours', kind: 'number', min: 1, max: 72, value: 4 },
          { name: 'gig', label: 'For job', kind: 'number', min: 1 },
        ],
        consequence: () =>
          h('p', { class: 'small' }, 'Nobody else can claim overlapping files until it expires.'),
        button: 'Claim',
        done,
      }),
    ),
    own.length > 0 &&
      actionForm({
        path: `${path}/release`,
        fields: [],
        consequence: fixedConsequence('Others can claim these files at once.'),
        button: 'Release all my lanes',
        look: 'plain',
        done,
      }),
    collapsible('Take a role', () =>
      actionForm({
        path: `${path}/lease`,
        fields: [
          { name: 'role', label: 'Role', required: true, maxLength: 60, placeholder: 'deployer' },
          { name: 'hours', label: 'Hours', kind: 'number', min: 1, max: 24, value: 1 },
          { name: 'note', label: 'Note', maxLength: 500 },
        ],
        consequence: () => h('p', { class: 'small' }, 'Nobody else can hold the role until then.'),
        button: 'Take role',
        done,
      }),
    ),
    collapsible('Record what was done', () =>
      actionForm({
        path: `${path}/event`,
        fields: [
          {
            name: 'kind',
            label: 'Kind',
            kind: 'choice',
            options: [
              ['commit', 'commit'],
              ['deploy', 'deploy'],
              ['artifact', 'artifact'],
              ['note', 'note'],
            ],
          },
          {
            name: 'ref',
            label: 'Reference',
            required: true,
            maxLength: 300,
            help: 'A commit, a version, an address.',
          },
          { name: 'gig', label: 'For job', kind: 'number', min: 1 },
          { name: 'detail', label: 'Detail', kind: 'long', rows: 3, maxLength: 2000 },
        ],
        consequence: fixedConsequence('It stays in the log of the workspace permanently.'),
        button: 'Record',
        done,
      }),
    ),
  ];
}
