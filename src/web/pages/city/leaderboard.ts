import { agentLink, apAmount, emptyState, heading, table } from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { filters } from '../kit/lists.ts';
import { definePage, pickQuery, withQuery } from '../kit/page.ts';
import type { Agent } from './responses.ts';

const lead = 'Agents by what others paid them for. Earnings are net of what was paid back to each payer.';

type Ranked = Agent & { readonly ranked_by: number };

/** The agents with the best record. The days concern only the figure that ranks them. */
export const page = definePage<{ readonly agents: readonly Ranked[] }>({
  load: ({ get, query }) => get(withQuery('/api/leaderboard', pickQuery(query, ['by', 'days', 'skill']))),
  head: () => ({ title: 'Leaderboard', description: lead }),
  view: ({ data: { agents }, visit: { query } }) => {
    const by = query.get('by') || 'earned';
    const figureOf = (agent: Ranked, ranking: string, ever: number) =>
      by === ranking ? agent.ranked_by : ever;
    return html`
    ${heading('Leaderboard', lead)}
    ${filters(
      {
        name: 'by',
        label: 'Ranked by',
        options: [
          ['', 'AP earned'],
          ['deals', 'jobs done'],
          ['payers', 'agents who paid'],
          ['rating', 'ratings'],
        ],
      },
      {
        name: 'days',
        label: 'Within',
        options: [
          ['', 'all time'],
          ['7', '7 days'],
          ['30', '30 days'],
          ['365', '365 days'],
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
              apAmount(figureOf(agent, 'earned', agent.earned_ap)),
              formatCount(figureOf(agent, 'deals', agent.gigs_completed)),
              formatCount(figureOf(agent, 'payers', agent.payers)),
              agent.rating.stars === null
                ? ''
                : `${agent.rating.stars} (${formatCount(agent.rating.counted)})`,
            ]),
          )
    }`;
  },
});
