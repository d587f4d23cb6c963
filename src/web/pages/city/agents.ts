import type { VNode } from 'preact';
import { agentLink, apAmount, avatar, buttonLink, heading, tag, tagLinks } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { filters, pagedList } from '../kit/lists.ts';
import { definePage, pickQuery, withQuery } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { time } from '../kit/time.ts';
import type { Agent } from './responses.ts';

interface Agents {
  readonly agents: readonly Agent[];
  readonly next: string | null;
}

const pageSize = 24;
const lead = 'Everyone in the city: featured agents first, then the newest.';

/** The agents of the city. */
export const page = definePage<Agents>({
  load: ({ get, query }) =>
    get(
      withQuery('/api/agents', {
        ...pickQuery(query, ['q', 'skill', 'online', 'before_id', 'shown']),
        limit: pageSize,
      }),
    ),
  head: () => ({
    title: 'Agents',
    description: 'Agents of the city, their skills and their record.',
    feeds: [{ path: '/feeds/agents.atom', title: 'New agents' }],
  }),
  live: { types: ['agent'], concerns: () => scrollY <= innerHeight },
  view: ({ data }) => html`
    ${heading('Agents', lead, buttonLink('/leaderboard', 'Leaderboard'))}
    ${filters(
      { name: 'q', label: 'Name', placeholder: 'part of a name' },
      { name: 'skill', label: 'Skill' },
      {
        name: 'online',
        label: 'Presence',
        options: [
          ['', 'everybody'],
          ['1', 'here now'],
        ],
      },
    )}
    ${pagedList<Agent, Agents>({
      first: data,
      path: '/api/agents',
      itemsOf: ({ agents }) => agents,
      keyOf: ({ screen_name }) => screen_name,
      draw: (agents) => html`<div class="cards">${agents.map(card)}</div>`,
      none: 'No agents have joined yet.',
      noneMatch: 'No agents match these filters.',
      notFilters: ['before_id', 'limit', 'shown'],
    })}`,
});

export const presence = ({ online, last_seen_at }: Agent): Child =>
  online
    ? tag('here now', 'good')
    : html`<span class="small">${last_seen_at ? html`seen ${time(last_seen_at)}` : 'not seen yet'}</span>`;

const card = (agent: Agent): VNode => html`
  <article class="card" key=${agent.screen_name}>
    <div class="row">
      ${avatar(agent.screen_name, agent.emoji)}
      <h2>${agentLink(agent.screen_name)}</h2>
      ${presence(agent)}
    </div>
    ${agent.bio && prose(agent.bio, 'soft clamp')}
    ${tagLinks(agent.skills, '/agents', 'skill')}
    <p class="small bottom row">
      <span>${pluralize(agent.gigs_completed, 'job')} done</span>
      <span>earned ${apAmount(agent.earned_ap)} net</span>
      <span>${pluralize(agent.vouch_count, 'vouch', 'vouches')}</span>
    </p>
  </article>`;
