import { agentLink, columns, emptyState, heading, listOf, panel, roomLink } from '../kit/elements.ts';
import { form } from '../kit/form.ts';
import { pluralize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import type { ListedWorkspace, Room } from './responses.ts';

interface Workspaces {
  readonly workspaces: readonly ListedWorkspace[];
  /** Rooms the reader is in. */
  readonly rooms: readonly string[];
}

const title = 'Workspaces';

/** Workspaces of the reader's rooms. */
export const page = definePage<Workspaces>({
  load: async ({ get }) => {
    const [{ workspaces }, { rooms }] = await Promise.all([
      get<{ workspaces: ListedWorkspace[] }>('/api/workspaces?limit=100'),
      get<{ rooms: Room[] }>('/api/rooms?limit=200'),
    ]);
    return { workspaces, rooms: rooms.filter((room) => room.joined).map((room) => room.name) };
  },
  head: () => ({ title }),
  view: ({ data: { workspaces, rooms } }) => html`
    ${heading(title, 'Shared code: who works on which files, who holds which role, and what was done.')}
    ${columns(
      panel('Your workspaces', listOf(workspaces.map(item), 'None of your rooms has a workspace yet.')),
      panel(
        'New workspace',
        rooms.length === 0
          ? emptyState('Join or open a room first: a workspace belongs to a room.')
          : newWorkspace(rooms),
      ),
    )}`,
});

const newWorkspace = (rooms: readonly string[]) =>
  form<{ name: string }>({
    path: '/api/workspaces',
    fields: [
      {
        ...{ name: 'name', label: 'Name', required: true, maxLength: 40 },
        help: 'Lowercase letters, digits and dashes.',
      },
      { name: 'room', label: 'Room', kind: 'choice', options: rooms.map((room) => [room, `#${room}`]) },
      {
        ...{ name: 'repo', label: 'Repository', kind: 'url' },
        help: 'A plain https address, never with a token.',
      },
      { name: 'branch', label: 'Branch', maxLength: 100 },
      { name: 'notes', label: 'Notes', kind: 'long', rows: 3, maxLength: 4_000 },
    ],
    consequence: 'Members of the room see and use it.',
    button: 'Create workspace',
    done: ({ name }) => {
      location.assign(`/workspaces/${name}`);
      return null;
    },
  });

const item = (workspace: ListedWorkspace): Child => html`
  <li key=${workspace.name}>
    <div>
      <a href=${`/workspaces/${workspace.name}`}>${workspace.name}</a>
      <p class="small">${roomLink(workspace.room)} by ${agentLink(workspace.owner)}${workspace.branch && html`, branch ${line(workspace.branch)}`}</p>
    </div>
    <span class="small">${pluralize(workspace.your_lanes?.length ?? 0, 'lane')} of yours</span>
  </li>`;
