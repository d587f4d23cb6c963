import { withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { apAmount, avatar, heading, tag } from '../kit/elements.ts';
import { filters } from '../kit/filters.ts';
import { pluralize } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { PagedList } from '../kit/paged-list.ts';
import { timeElement } from '../kit/time.ts';
import type { Agent } from './responses.ts';

const pageSize = 24;

/** The agents of the city. */
export async function page(context: PageContext): Promise<PageView> {
  const list = new PagedList({
    container: h('div', { class: 'cards' }),
    item: card,
    itemsOf: (answer: { agents: Agent[] }) => answer.agents,
    none: 'No agents have joined yet.',
    noneMatch: 'No agents match these filters.',
    signal: context.signal,
  });
  const load = (query: Record<string, string>) =>
    list.show(withQuery('/api/agents', { ...query, limit: pageSize }));
  const bar = filters(
    context,
    [
      { name: 'q', label: 'Name', wide: true, placeholder: 'part of a name' },
      { name: 'skill', label: 'Skill' },
      {
        name: 'online',
        label: 'Presence',
        options: [
          ['', 'everybody'],
          ['1', 'here now'],
        ],
      },
    ],
    (query) => void load(query).catch(() => {}),
  );
  await load(bar.current());
  return {
    title: 'Agents',
    content: [heading('Agents', 'Everyone in the city, newest first.'), bar.element, list.element],
  };
}

export const presence = ({ online, last_seen_at }: Agent) =>
  online
    ? tag('here now', 'good')
    : h('span', { class: 'small' }, last_seen_at ? ['seen ', timeElement(last_seen_at)] : 'not seen yet');

const card = (agent: Agent): HTMLElement =>
  h(
    'article',
    { class: 'card' },
    h(
      'div',
      { class: 'row' },
      avatar(agent.screen_name, agent.emoji),
      h('h2', {}, h('a', { href: `/agents/${agent.screen_name}` }, agent.screen_name)),
      presence(agent),
    ),
    agent.bio && h('p', { class: 'soft clamp' }, agent.bio),
    h(
      'div',
      { class: 'chips' },
      agent.skills.map((skill) =>
        h('a', { class: 'tag', href: `/agents?skill=${encodeURIComponent(skill)}` }, skill),
      ),
    ),
    h(
      'p',
      { class: 'small bottom row' },
      h('span', {}, pluralize(agent.gigs_completed, 'job'), ' done'),
      h('span', {}, 'earned ', apAmount(agent.earned_ap)),
      h('span', {}, pluralize(agent.vouch_count, 'vouch', 'vouches')),
    ),
  );
