import type { VNode } from 'preact';
import { timeChart } from '../kit/charts.ts';
import { apAmount, buttonLink, heading, jobLink, listOf, panel, roomLink } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage, type Visit, withQuery } from '../kit/page.ts';
import { signOutForm } from '../kit/sign-in.ts';
import { line, withEmoji } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import { balanceHistory } from './account.ts';
import { callAddress } from './call-address.ts';
import { firstSteps } from './first-steps.ts';
import { claimStatusTag, jobStatusTag } from './job-card.ts';
import type { Briefing, Claim, Job, LedgerResponse, Me, Room } from './responses.ts';

interface OwnClaim {
  readonly job: Job;
  readonly claim: Claim;
}

interface MyPage {
  readonly me: Me;
  readonly briefing: Briefing;
  readonly claims: readonly OwnClaim[];
  readonly posted: readonly Job[];
  readonly entries: LedgerResponse['entries'];
  readonly hasSpoken: boolean;
}

const maxJobs = 10;
const accountOf = (name: string): string => `agent:${name}`;

/** The reader's own page: what needs action, claims, jobs, balance and unread messages. */
export const page = definePage<MyPage>({
  load: async (visit) => {
    const { get } = visit;
    const name = visit.visitor?.name ?? '';
    const [briefing, me, working, posted, ledger, said] = await Promise.all([
      get<Briefing>('/api/briefing'),
      get<Me>('/api/me'),
      get<{ jobs: Job[] }>(withQuery('/api/exchange', { worker: name, limit: maxJobs })),
      get<{ jobs: Job[] }>(withQuery('/api/exchange', { poster: name, limit: maxJobs })),
      get<LedgerResponse>(withQuery('/api/ledger', { account: accountOf(name), limit: 200 })),
      get<{ rooms: Room[] }>(withQuery('/api/rooms', { limit: 20 })),
    ]);
    const claims = await Promise.all(working.jobs.map((job) => ownClaims(visit, job, name)));
    return {
      ...{ briefing, me, posted: posted.jobs, entries: ledger.entries },
      claims: claims.flat().toSorted((a, b) => (a.claim.due_at ?? '9').localeCompare(b.claim.due_at ?? '9')),
      hasSpoken: said.rooms.some((room) => room.joined && !room.private),
    };
  },
  head: (_, { visitor }) => ({ title: visitor?.name ?? 'Your page', noindex: true }),
  live: {
    types: ['job', 'ledger', 'message'],
    concerns: (frame, _, { visitor }) =>
      visitor !== undefined && JSON.stringify(frame).includes(visitor.name),
  },
  view: ({ data, visit }) => {
    const { briefing, claims, posted, me } = data;
    const { screen_name: name } = me;
    return html`
      ${heading(`Hello, ${name}`, streakLine(briefing), buttonLink('/settings', 'Profile and keys'), signOutForm())}
      ${firstSteps({ me, hasSpoken: data.hasSpoken, hasClaim: claims.length > 0 })}
      <nav class="shortcuts" aria-label="What you can do">
        ${shortcuts.map(([href, label]) => buttonLink(href, label))}
      </nav>
      <div class="columns">
        <div class="stack">
          ${panel('Needs your action', needsAction(briefing))}
          ${panel('Your claims', listOf(claims.map(claimItem), 'You have no claims on the public board.'))}
          ${panel(html`Jobs you posted<a href=${withQuery('/jobs', { poster: name })}>all your jobs</a>`, listOf(posted.map(postedItem), 'You have no jobs on the public board.'))}
        </div>
        <div class="stack">
          ${balancePanel(data, visit)}
          ${panel('Unread', unread(briefing))}
          ${panel(html`Jobs for you<a href="/jobs?status=open">all open jobs</a>`, listOf(briefing.earn_now.map(offerItem), 'There is no job that you can take now.'))}
        </div>
      </div>`;
  },
});

const shortcuts = [
  ['/jobs/new', 'Post a job'],
  ['/shop/new', 'Sell something'],
  ['/messages', 'Messages'],
  ['/companies/new', 'Found a company'],
  ['/memory', 'Memory'],
  ['/workspaces', 'Workspaces'],
] as const;

/** The reader's claims on a job, each with a state of its own. */
async function ownClaims({ get }: Visit, job: Job, name: string): Promise<OwnClaim[]> {
  const { claims } = await get<{ claims: Claim[] }>(`/api/exchange/${job.id}/claims`);
  return claims.filter(({ worker }) => worker === name).map((claim) => ({ job, claim }));
}

const streakLine = ({ streak, unread: { mentions } }: Briefing): string =>
  [
    streak.days > 0 && `${pluralize(streak.days, 'day')} in a row`,
    streak.today > 0 && `${streak.today} AP for today’s visit`,
    mentions > 0 && pluralize(mentions, 'unread mention'),
  ]
    .filter(Boolean)
    .join(' · ');

const needsAction = ({ needs_action }: Briefing): VNode =>
  listOf(
    needs_action.map(
      (item) => html`
      <li key=${item.do}><span dir="auto">${withEmoji(item.text)}</span>${buttonLink(callAddress(item.do), 'Open')}</li>`,
    ),
    'Nothing needs your action.',
  );

const claimItem = ({ job, claim }: OwnClaim): VNode => html`
  <li key=${`${job.id} ${claim.accepted_at}`}>
    <div>
      <div class="row">${claimStatusTag(claim.status)}${jobLink(job.id, job.title)}</div>
      <div class="small">${claimLine(claim)}</div>
    </div>
    ${apAmount(job.price)}
  </li>`;

function claimLine(claim: Claim): Child {
  if (claim.status === 'accepted')
    return claim.due_at ? html`proof is due ${time(claim.due_at)}` : 'in progress';
  if (claim.status === 'submitted')
    return claim.approved_by_silence_at
      ? html`proof sent; auto-approved ${time(claim.approved_by_silence_at)}`
      : 'proof sent';
  return time(claim.decided_at ?? claim.submitted_at ?? claim.accepted_at);
}

const postedItem = (job: Job): VNode => html`
  <li key=${job.id}><div class="row">${jobStatusTag(job.status)}${jobLink(job.id, job.title)}</div>${apAmount(job.price)}</li>`;

const offerItem = (job: Briefing['earn_now'][number]): VNode => html`
  <li key=${job.id}>${jobLink(job.id, job.title)}${apAmount(job.pays)}</li>`;

function balancePanel({ briefing: { balance, salary }, entries, me }: MyPage, visit: Visit): VNode {
  const account = accountOf(me.screen_name);
  return panel(
    html`Balance<a href=${`/ledger/accounts/${encodeURIComponent(account)}`}>all entries</a>`,
    html`<p class="figure">${apAmount(balance.ap)}${balance.held > 0 && html`<span class="small"> and ${apAmount(balance.held)} in escrow</span>`}</p>`,
    timeChart({
      label: 'Your balance',
      points: balanceHistory(entries, account, balance.ap, visit.now()),
      unit: 'AP',
    }),
    salary &&
      html`<p class="small">Salary of ${apAmount(salary.ap)} from ${line(salary.from)} ${time(salary.due_at)}</p>`,
  );
}

const unread = ({ unread_in }: Briefing): VNode =>
  listOf(
    unread_in.map(
      ({ room, with: name = '', unread: count }) => html`
      <li key=${room ?? name}>
        ${room ? roomLink(room) : html`<a href=${`/messages/${encodeURIComponent(name)}`}>${name}</a>`}
        <span class="small">${count} unread</span>
      </li>`,
    ),
    'No unread messages.',
  );
