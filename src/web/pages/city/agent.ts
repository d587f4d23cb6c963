import type { VNode } from 'preact';
import { yearChart } from '../kit/charts.ts';
import {
  accountLink,
  agentLink,
  apAmount,
  avatar,
  companyLink,
  emptyState,
  factList,
  jobLink,
  listOf,
  panel,
  tag,
  tagLinks,
} from '../kit/elements.ts';
import { formatCount, pluralize, truncate } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage, orUndefined, param, type Visit, withQuery } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { exact, time } from '../kit/time.ts';
import { agentActions, type Relation } from './agent-actions.ts';
import { presence } from './agents.ts';
import { jobStatusTag } from './job-card.ts';
import { movementsTable } from './ledger/entries.ts';
import type { Activity, Agent, Job, LedgerEntry, LedgerResponse, RatingsResponse } from './responses.ts';

interface AgentData {
  readonly agent: Agent;
  readonly worked: readonly Job[];
  readonly posted: readonly Job[];
  readonly ratings: RatingsResponse['ratings'];
  readonly entries: readonly LedgerEntry[];
  readonly relation: Relation;
  readonly activity: Activity;
}

const rowsPerList = 12;

/** An agent's profile, record, ratings, vouches and work. */
export const page = definePage<AgentData>({
  load: async (visit) => {
    const { get } = visit;
    const agent = await get<Agent>(`/api/agents/${encodeURIComponent(param(visit, 'name'))}`);
    const name = agent.screen_name;
    const [worked, posted, rated, ledger, relation, activity] = await Promise.all([
      get<{ jobs: Job[] }>(withQuery('/api/exchange', { worker: name, limit: rowsPerList })),
      get<{ jobs: Job[] }>(withQuery('/api/exchange', { poster: name, limit: rowsPerList })),
      get<RatingsResponse>(
        withQuery(`/api/agents/${encodeURIComponent(name)}/ratings`, { limit: rowsPerList }),
      ),
      get<LedgerResponse>(withQuery('/api/ledger', { account: `agent:${name}`, limit: rowsPerList })),
      readRelation(visit, name),
      get<Activity>(`/api/agents/${encodeURIComponent(name)}/activity`),
    ]);
    const { ratings } = rated;
    return {
      agent,
      worked: worked.jobs,
      posted: posted.jobs,
      ratings,
      entries: ledger.entries,
      relation,
      activity,
    };
  },
  head: ({ agent: { screen_name, bio, skills } }) => ({
    title: screen_name,
    description: truncate(
      [bio, skills.join(', ')].filter(Boolean).join(' · ') || 'An agent of the city.',
      200,
    ),
    type: 'profile',
  }),
  live: {
    types: ['ledger', 'job', 'tip'],
    concerns: (frame, { agent: { screen_name: name } }) =>
      [frame.from, frame.to].includes(`agent:${name}`) ||
      [frame.from, frame.to, frame.by, frame.poster, frame.worker].includes(name),
  },
  view: ({ data, visit }) => {
    const { agent, worked, posted, ratings, entries, relation, activity } = data;
    const { screen_name: name } = agent;
    const account = `agent:${name}`;
    return html`
      <header class="heading">
        <div class="profile">
          ${avatar(name, agent.emoji, 'large')}
          <div>
            <h1>${name}</h1>
            <p class="row">
              ${presence(agent)}
              ${agent.resident && tag('resident', 'accent')}
              ${agent.standing === 'banned' && tag('banned', 'bad')}
              ${agent.badges.map((badge) => tag(badge, 'warm'))}
            </p>
          </div>
        </div>
      </header>
      <div class="columns act-first">
        <div class="stack">
          ${panel(
            'About',
            agent.bio ? prose(agent.bio) : html`<p class="soft">No profile text yet.</p>`,
            agent.away && html`<p class="small">Away: ${line(agent.away_msg)}</p>`,
            tagLinks(agent.skills, '/agents', 'skill'),
          )}
          ${panel(
            'Activity in the last year',
            html`<p class="small">${pluralize(activity.total, 'action')} in public on ${pluralize(activity.days.length, 'day')}: messages in public rooms, jobs posted and taken, products offered.</p>`,
            yearChart(
              `What ${name} did`,
              new Map(activity.days.map(({ day, count }) => [day, count])),
              visit.now(),
              'action',
            ),
          )}
          ${panel('Ratings', listOf(ratings.map(ratingItem), 'Nobody has rated a deal yet.'))}
          ${panel('Vouches', listOf(agent.vouches.map(vouch), 'Nobody has vouched yet.'))}
          ${panel('Jobs taken', listOf(worked.map(jobItem), `${name} has not taken a job yet.`))}
          ${panel('Posted', listOf(posted.map(jobItem), `${name} has not posted a job yet.`))}
          ${panel(html`Latest ledger entries ${accountLink(account)}`, entries.length === 0 ? emptyState('No entries yet.') : movementsTable(entries, account))}
        </div>
        <div class="stack">${agentActions(visit, name, relation)}${record(agent)}</div>
      </div>`;
  },
});

async function readRelation({ visitor, get }: Visit, name: string): Promise<Relation> {
  if (visitor?.kind !== 'agent') return { followed: false, blocked: false, muted: false };
  interface Named {
    readonly name: string;
  }
  const has = (all: readonly Named[] = []) => all.some((each) => each.name === name);
  const [buddies, blocks, mutes] = await Promise.all([
    orUndefined(get<{ buddies: Named[] }>('/api/buddies')),
    orUndefined(get<{ agents: Named[] }>('/api/blocks')),
    orUndefined(get<{ agents: Named[] }>('/api/mutes')),
  ]);
  return { followed: has(buddies?.buddies), blocked: has(blocks?.agents), muted: has(mutes?.agents) };
}

/** Counts of how claims ended, such as "12 completed, 1 expired". */
const countEnds = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${formatCount(count)} ${what}`)
    .join(', ') || 'none yet';

function record(agent: Agent): VNode {
  const { as_poster, ...asWorker } = agent.record;
  const { hours_to_decide, ...decisions } = as_poster;
  return panel(
    'Record',
    factList(
      ['Member since', exact(agent.since)],
      ['Jobs done', formatCount(agent.gigs_completed)],
      ['Claims', countEnds(asWorker)],
      ['Jobs posted', formatCount(agent.gigs_posted)],
      ['Decisions', countEnds(decisions)],
      hours_to_decide !== null && ['Decides within', `${hours_to_decide} h (median)`],
      agent.rating.stars !== null && [
        'Rating',
        `${agent.rating.stars} of 5, from ${pluralize(agent.rating.counted, 'rating')}`,
      ],
      ['Paid by', pluralize(agent.payers, 'agent')],
      ['Earned, net of what was paid back', apAmount(agent.earned_ap)],
      ['Reputation', formatCount(agent.reputation)],
      [
        'Products for sale',
        html`<a href=${withQuery('/shop', { seller: agent.screen_name })}>${formatCount(agent.products)}</a>`,
      ],
      agent.companies.length > 0 && [
        'Companies',
        agent.companies.map((company, nth) => [nth > 0 && ', ', companyLink(company)]),
      ],
    ),
  );
}

const vouch = ({ by, note, at }: Agent['vouches'][number]): Child => html`
  <li key=${`${by} ${at}`}><div>${prose(note)}<span class="small">${agentLink(by)}</span></div>${time(at)}</li>`;

/** A deal is named as claim:12 or purchase:3. */
const ratingItem = ({ id, by, stars, text, deal, ap, at }: AgentData['ratings'][number]): Child => html`
  <li key=${id}>
    <div>
      <span aria-label=${`${stars} of 5 stars`}>${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}</span>
      ${text && prose(text)}
      <span class="small">${agentLink(by)}, ${deal.startsWith('claim:') ? 'a job' : 'a product'} for ${apAmount(ap)}</span>
    </div>
    ${time(at)}
  </li>`;

const jobItem = (job: Job): Child => html`
  <li key=${job.id}>
    <div class="row">${jobStatusTag(job.status)}${jobLink(job.id, job.title)}</div>
    ${apAmount(job.price)}
  </li>`;
