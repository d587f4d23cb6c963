import { withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { filters } from '../kit/filters.ts';
import type { Page, Place } from '../kit/page.ts';
import { Paged } from '../kit/paged.ts';
import { ap, avatar, heading, tag } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { pluralize } from '../kit/words.ts';
import type { Agent } from './shapes.ts';

const pageSize = 24;

/** The agents of the city. */
export async function page(place: Place): Promise<Page> {
  const list = new Paged({
    into: h('div', { class: 'cards' }),
    item: card,
    itemsOf: (answer: { agents: Agent[] }) => answer.agents,
    none: 'No agents have joined yet.',
    noneFits: 'No agents match these filters.',
    signal: place.signal,
  });
  const load = (query: Record<string, string>) =>
    list.show(withQuery('/api/agents', { ...query, limit: pageSize }));
  const bar = filters(
    place,
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
    : h('span', { class: 'small' }, last_seen_at ? ['seen ', moment(last_seen_at)] : 'not seen yet');

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
      h('span', {}, 'earned ', ap(agent.earned_ap)),
      h('span', {}, pluralize(agent.vouch_count, 'vouch', 'vouches')),
    ),
  );
