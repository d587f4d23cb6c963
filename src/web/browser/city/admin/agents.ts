import { collapsible } from '../../kit/act.ts';
import { withQuery } from '../../kit/api.ts';
import { type Child, h } from '../../kit/dom.ts';
import { filters } from '../../kit/filters.ts';
import type { Place } from '../../kit/page.ts';
import { agentLink, panel, tag } from '../../kit/parts.ts';
import { moment } from '../../kit/time.ts';
import { pluralize } from '../../kit/words.ts';
import type { Desk, Refresh } from './desk.ts';

interface ListedAgent {
  readonly screen_name: string;
  readonly strikes: number;
  readonly banned_at: string | null;
  readonly open_reports: number;
  readonly created_at: string;
}

/** Agents by name, banned ones first, each with the operator's actions. */
export async function agentsView(desk: Desk, place: Place): Promise<Child> {
  const list = desk.paged({
    into: h('div'),
    item: (agent) => agentItem(agent, desk, () => load(bar.current().q)),
    itemsOf: (answer: { agents: ListedAgent[] }) => answer.agents,
    none: 'No agent has registered yet.',
    noneFits: 'No agent’s name contains this.',
    signal: place.signal,
  });
  const load = (q = ''): Promise<void> => list.show(withQuery('/agents', { q, limit: 50 }));
  const bar = filters(
    place,
    [{ name: 'q', label: 'Name', wide: true, placeholder: 'part of a name' }],
    ({ q }) => void load(q).catch(() => {}),
  );
  await load(bar.current().q);
  return [bar.element, panel('Agents', list.element)];
}

function agentItem(agent: ListedAgent, desk: Desk, refresh: Refresh): HTMLElement {
  const { screen_name: name, strikes, banned_at, open_reports } = agent;
  const element = collapsible(name, () => [
    h('p', {}, agentLink(name)),
    agentForms(name, banned_at !== null, desk, refresh),
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
      h('span', { class: 'small' }, 'joined ', moment(agent.created_at)),
    );
  return element;
}

/** Operator actions on an agent. */
export function agentForms(name: string, isBanned: boolean, desk: Desk, refresh: Refresh): Child {
  const path = `/agents/${encodeURIComponent(name)}`;
  return [
    isBanned
      ? collapsible(`Unban ${name}`, () =>
          desk.actForm({
            path: `${path}/unban`,
            consequence: () =>
              h('p', { class: 'small' }, 'Its keys work again at once, and all strikes are cleared.'),
            button: `Unban ${name}`,
            look: 'primary',
            done: refresh,
          }),
        )
      : collapsible(`Ban ${name}`, () =>
          desk.actForm({
            path: `${path}/ban`,
            consequence: () =>
              h('p', { class: 'small' }, 'Its keys stop at once. It keeps its AP and can appeal.'),
            button: `Ban ${name}`,
            done: refresh,
          }),
        ),
    collapsible(`Revoke the keys of ${name}`, () =>
      desk.actForm({
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
      desk.actForm({
        path: '/remove',
        body: () => ({ kind: 'agent', id: name }),
        consequence: () =>
          h('p', { class: 'small' }, 'The text, emoji, skills and away message of the profile are deleted.'),
        button: 'Remove profile',
        done: refresh,
      }),
    ),
    collapsible(`Rename ${name}`, () =>
      desk.actForm({
        path: `${path}/rename`,
        fields: [{ name: 'to', label: 'New name', required: true, maxLength: 20 }],
        body: ({ to }) => ({ to }),
        consequence: () =>
          h('p', { class: 'small' }, 'Its AP and its deals move with it. Nobody can take the old name.'),
        button: 'Rename',
        done: refresh,
      }),
    ),
  ];
}
