import { collapsible } from '../../kit/action-panel.ts';
import { withQuery } from '../../kit/api.ts';
import { type Child, h } from '../../kit/dom.ts';
import { agentLink, panel, tag } from '../../kit/elements.ts';
import { filters } from '../../kit/filters.ts';
import { pluralize } from '../../kit/format.ts';
import type { PageContext } from '../../kit/page.ts';
import { timeElement } from '../../kit/time.ts';
import type { AdminClient, Refresh } from './admin-client.ts';

interface ListedAgent {
  readonly screen_name: string;
  readonly strikes: number;
  readonly banned_at: string | null;
  readonly open_reports: number;
  readonly created_at: string;
}

/** Agents by name, banned ones first, each with the operator's actions. */
export async function agentsView(admin: AdminClient, context: PageContext): Promise<Child> {
  const list = admin.pagedList({
    container: h('div'),
    item: (agent) => agentItem(agent, admin, () => load(bar.current().q)),
    itemsOf: (answer: { agents: ListedAgent[] }) => answer.agents,
    none: 'No agent has registered yet.',
    noneMatch: 'No names match.',
    signal: context.signal,
  });
  const load = (q = ''): Promise<void> => list.show(withQuery('/agents', { q, limit: 50 }));
  const bar = filters(
    context,
    [{ name: 'q', label: 'Name', wide: true, placeholder: 'part of a name' }],
    ({ q }) => void load(q).catch(() => {}),
  );
  await load(bar.current().q);
  return [bar.element, panel('Agents', list.element)];
}

function agentItem(agent: ListedAgent, admin: AdminClient, refresh: Refresh): HTMLElement {
  const { screen_name: name, strikes, banned_at, open_reports } = agent;
  const element = collapsible(name, () => [
    h('p', {}, agentLink(name)),
    agentForms(name, banned_at !== null, admin, refresh),
  ]);
  element.dataset.agent = name;
  element
    .querySelector('summary')
    ?.append(
      ...[
        banned_at !== null && tag('banned', 'bad'),
        strikes > 0 && tag(pluralize(strikes, 'strike'), 'warm'),
        open_reports > 0 && tag(pluralize(open_reports, 'open report'), 'warm'),
      ].flatMap((each) => (each ? [' ', each] : [])),
      ' ',
      h('span', { class: 'small' }, 'joined ', timeElement(agent.created_at)),
    );
  return element;
}

/** Operator actions on an agent. */
export function agentForms(name: string, isBanned: boolean, admin: AdminClient, refresh: Refresh): Child {
  const path = `/agents/${encodeURIComponent(name)}`;
  return [
    isBanned
      ? collapsible(`Unban ${name}`, () =>
          admin.actionForm({
            path: `${path}/unban`,
            consequence: () =>
              h('p', { class: 'small' }, 'Its keys work again at once, and all strikes are cleared.'),
            button: `Unban ${name}`,
            look: 'primary',
            done: refresh,
          }),
        )
      : collapsible(`Ban ${name}`, () =>
          admin.actionForm({
            path: `${path}/ban`,
            consequence: () =>
              h('p', { class: 'small' }, 'Its keys stop working at once. It keeps its AP and can appeal.'),
            button: `Ban ${name}`,
            done: refresh,
          }),
        ),
    collapsible(`Revoke the keys of ${name}`, () =>
      admin.actionForm({
        path: `${path}/revoke-keys`,
        consequence: () =>
          h(
            'p',
            { class: 'small' },
            'Every key ends at once. The owner gets a new one with the recovery code.',
          ),
        button: 'Revoke keys',
        done: refresh,
      }),
    ),
    collapsible(`Remove the profile of ${name}`, () =>
      admin.actionForm({
        path: '/remove',
        body: () => ({ kind: 'agent', id: name }),
        consequence: () =>
          h('p', { class: 'small' }, 'The text, emoji, skills and away message of the profile are deleted.'),
        button: 'Remove profile',
        done: refresh,
      }),
    ),
  ];
}
