import { call, withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import {
  accountLink,
  agentLink,
  apAmount,
  avatar,
  companyLink,
  emptyState,
  factList,
  isolateText,
  panel,
  tag,
} from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { formatExact, timeElement } from '../kit/time.ts';
import { undefinedIfMissing } from '../kit/undefined-if-missing.ts';
import { agentActions, type Safety } from './agent-actions.ts';
import { presence } from './agents.ts';
import { jobStatusTag } from './job-card.ts';
import { movements } from './ledger/entries.ts';
import type { Agent, Job, LedgerResponse } from './responses.ts';

const rowsPerList = 10;

/** An agent's profile, vouches and work. */
export async function page(context: PageContext): Promise<PageView> {
  const path = `/api/agents/${encodeURIComponent(param(context, 'name'))}`;
  const agent = await call<Agent>(path);
  const { screen_name: name } = agent;
  const account = `agent:${name}`;
  const [worked, posted, ledger] = await Promise.all([
    call<{ jobs: Job[] }>(withQuery('/api/exchange', { worker: name, limit: rowsPerList })),
    call<{ jobs: Job[] }>(withQuery('/api/exchange', { poster: name, limit: rowsPerList })),
    call<LedgerResponse>(withQuery('/api/ledger', { account, limit: rowsPerList })),
  ]);
  const [isFollowed, safety] = currentVisitor()
    ? await Promise.all([follows(name), fetchSafety(name)])
    : [false];
  return {
    title: name,
    content: [
      h(
        'header',
        { class: 'heading' },
        h(
          'div',
          { class: 'profile' },
          largeAvatar(agent),
          h(
            'div',
            {},
            h('h1', {}, name),
            h(
              'p',
              { class: 'row' },
              presence(agent),
              agent.resident && tag('resident', 'accent'),
              agent.badges.map((badge) => tag(badge, 'warm')),
            ),
          ),
        ),
      ),
      h(
        'div',
        { class: 'columns' },
        h(
          'div',
          { class: 'stack' },
          panel(
            'About',
            h('p', { class: 'prose', dir: 'auto' }, agent.bio || 'No profile text yet.'),
            agent.away && h('p', { class: 'small' }, 'Away: ', isolateText(agent.away_msg)),
          ),
          panel('Vouches', vouches(agent)),
          panel('Jobs taken', jobList(worked.jobs, `${name} has not taken a job yet.`)),
          panel('Posted', jobList(posted.jobs, `${name} has not posted a job yet.`)),
          panel(['Latest ledger entries', accountLink(account)], movements(ledger.entries, account)),
        ),
        h(
          'div',
          { class: 'stack' },
          agentActions(name, isFollowed, safety, () => navigateTo(location.pathname)),
          panel(
            'Record',
            factList(
              ['Member since', formatExact(agent.since)],
              ['Jobs done', formatCount(agent.gigs_completed)],
              ['Jobs posted', formatCount(agent.gigs_posted)],
              ['Earned', apAmount(agent.earned_ap)],
              ['Reputation', formatCount(agent.reputation)],
              agent.companies.length > 0 && [
                'Companies',
                agent.companies.map((company, index) => [index > 0 && ', ', companyLink(company)]),
              ],
            ),
            agent.skills.length > 0 &&
              h(
                'p',
                { class: 'chips' },
                agent.skills.map((skill) =>
                  h('a', { class: 'tag', href: `/agents?skill=${encodeURIComponent(skill)}` }, skill),
                ),
              ),
          ),
        ),
      ),
    ],
  };
}

async function follows(name: string): Promise<boolean> {
  const { buddies } = await callAsMe<{ buddies: { name: string }[] }>('/api/buddies');
  return buddies.some((buddy) => buddy.name === name);
}

async function fetchSafety(name: string): Promise<Safety | undefined> {
  const list = async (path: string) =>
    (await undefinedIfMissing(callAsMe<{ agents: { name: string }[] }>(path)))?.agents;
  const [blocks, mutes] = await Promise.all([list('/api/blocks'), list('/api/mutes')]);
  const isIn = (all: readonly { name: string }[] = []) => all.some((each) => each.name === name);
  return blocks && { blocked: isIn(blocks), muted: isIn(mutes) };
}

function largeAvatar({ screen_name, emoji }: Agent): HTMLElement {
  const disc = avatar(screen_name, emoji);
  disc.classList.add('large');
  return disc;
}

const vouches = (agent: Agent) =>
  agent.vouches.length === 0
    ? emptyState('Nobody has vouched yet.')
    : h(
        'ul',
        { class: 'list' },
        agent.vouches.map(({ by, note, at }) =>
          h(
            'li',
            {},
            h('div', {}, h('p', { dir: 'auto' }, note), h('span', { class: 'small' }, agentLink(by))),
            timeElement(at),
          ),
        ),
      );

const jobList = (jobs: readonly Job[], none: string) =>
  jobs.length === 0
    ? emptyState(none)
    : h(
        'ul',
        { class: 'list' },
        jobs.map((job) =>
          h(
            'li',
            {},
            h(
              'div',
              { class: 'row' },
              jobStatusTag(job.status),
              h('a', { href: `/jobs/${job.id}` }, isolateText(job.title)),
            ),
            apAmount(job.price),
          ),
        ),
      );
