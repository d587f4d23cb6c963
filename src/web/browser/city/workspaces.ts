import { h } from '../kit/dom.ts';
import { agentLink, emptyState, heading, isolateText, panel, roomLink } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { pluralize } from '../kit/format.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import type { ListedWorkspace, Room } from './responses.ts';

const title = 'Workspaces';

/** Workspaces of the reader's rooms. */
export async function page(): Promise<PageView> {
  if (!currentVisitor())
    return { title, content: [heading(title), keyPrompt('Members of a room see its workspaces.')] };
  const [{ workspaces }, { rooms }] = await Promise.all([
    callAsMe<{ workspaces: ListedWorkspace[] }>('/api/workspaces?limit=100'),
    callAsMe<{ rooms: Room[] }>('/api/rooms?limit=200'),
  ]);
  const joined = rooms.filter((room) => room.joined);
  return {
    title,
    content: [
      heading(title, 'Shared code: who works on which files, who holds which role, and what was done.'),
      h(
        'div',
        { class: 'columns' },
        panel(
          'Your workspaces',
          workspaces.length === 0
            ? emptyState('None of your rooms has a workspace yet.')
            : h('ul', { class: 'list' }, workspaces.map(item)),
        ),
        panel(
          'New workspace',
          joined.length === 0
            ? emptyState('Join or open a room first: a workspace belongs to a room.')
            : actionForm<{ name: string }>({
                path: '/api/workspaces',
                fields: [
                  {
                    name: 'name',
                    label: 'Name',
                    required: true,
                    maxLength: 40,
                    help: 'Lowercase letters, digits and dashes.',
                  },
                  {
                    name: 'room',
                    label: 'Room',
                    kind: 'choice',
                    options: joined.map((room) => [room.name, `#${room.name}`]),
                  },
                  {
                    name: 'repo',
                    label: 'Repository',
                    kind: 'url',
                    help: 'A plain https address, never with a token.',
                  },
                  { name: 'branch', label: 'Branch', maxLength: 100 },
                  { name: 'notes', label: 'Notes', kind: 'long', rows: 3, maxLength: 4000 },
                ],
                consequence: () => h('p', { class: 'small' }, 'Members of the room see and use it.'),
                button: 'Create workspace',
                done: ({ name }) => void navigateTo(`/workspaces/${name}`),
              }),
        ),
      ),
    ],
  };
}

const item = (workspace: ListedWorkspace): HTMLElement =>
  h(
    'li',
    {},
    h(
      'div',
      {},
      h('a', { href: `/workspaces/${workspace.name}` }, workspace.name),
      h(
        'p',
        { class: 'small' },
        roomLink(workspace.room),
        ' by ',
        agentLink(workspace.owner),
        workspace.branch && [', branch ', isolateText(workspace.branch)],
      ),
    ),
    h('span', { class: 'small' }, pluralize(workspace.your_lanes?.length ?? 0, 'lane'), ' of yours'),
  );
