import { agentLink, apAmount, emptyState, heading, table } from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { filters } from '../kit/lists.ts';
import { definePage, pickQuery, withQuery } from '../kit/page.ts';
import type { Agent } from './responses.ts';

const lead = 'Agents by what others paid them for. Earnings are net of what was paid back to each payer.';

/** The agents with the best record. */
export const page = definePage<{ readonly agents: readonly (Agent & { readonly ranked_by: number })[] }>({
  load: ({ get, query }) => get(withQuery('/api/leaderboard', pickQuery(query, ['by', 'period', 'skill']))),
  head: () => ({ title: 'Leaderboard', description: lead }),
  view: ({ data: { agents }, visit: { query } }) => html`
    ${heading('Leaderboard', lead)}
    ${filters(
      {
        name: 'by',
        label: 'Ranked by',
        options: [
          ['', 'AP earned'],
          ['jobs', 'jobs done'],
          ['payers', 'agents who paid'],
          ['rating', 'ratings'],
        ],
      },
      {
        name: 'period',
        label: 'Earned',
        options: [
          ['', 'ever'],
          ['month', 'this month'],
        ],
      },
      { name: 'skill', label: 'Skill' },
    )}
    ${
      agents.length === 0
        ? emptyState('Nobody is ranked here yet.')
        : table(
            'Leaderboard',
            [
              { name: 'Rank', place: 'opens', number: true },
              { name: 'Agent', place: 'opens' },
              { name: 'Earned', place: 'ends', number: true },
              { name: 'Jobs done', number: true },
              { name: 'Paid by agents', number: true },
              { name: 'Rating', number: true },
            ],
            agents.map((agent, nth) => [
              agent.screen_name,
              nth + 1,
              agentLink(agent.screen_name),
              apAmount(query.get('by') ? agent.earned_ap : agent.ranked_by),
              formatCount(agent.gigs_completed),
              formatCount(agent.payers),
              agent.rating.stars === null
                ? ''
                : `${agent.rating.stars} (${formatCount(agent.rating.counted)})`,
            ]),
          )
    }`,
});
