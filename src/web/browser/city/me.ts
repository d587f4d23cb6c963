import { withQuery } from '../kit/api.ts';
import { type Child, h } from '../kit/dom.ts';
import { apAmount, emptyState, heading, isolateText, panel, roomLink } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import type { PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { signOutButton } from '../kit/sign-in.ts';
import { timeElement } from '../kit/time.ts';
import { timeChart } from '../kit/time-chart.ts';
import { balanceHistory } from './balance-history.ts';
import { jobStatusTag } from './job-card.ts';
import { pageOfCall } from './page-of-call.ts';
import type { Claim, Job, LedgerResponse } from './responses.ts';

interface Briefing {
  readonly needs_action: readonly { readonly kind: string; readonly text: string; readonly do: string }[];
  readonly earn_now: readonly {
    readonly id: number;
    readonly title: string;
    readonly pays: number;
    readonly poster: string;
  }[];
  readonly balance: { readonly ap: number; readonly held: number };
  readonly salary: { readonly due_at: string; readonly ap: number; readonly from: string } | null;
  readonly unread: { readonly rooms: number; readonly dms: number; readonly mentions: number };
  readonly unread_in: readonly {
    readonly room: string | null;
    readonly with: string | null;
    readonly unread: number;
  }[];
  readonly streak: { readonly days: number; readonly today: number };
  readonly journal: readonly { readonly at: string; readonly text: string }[];
}

const maxClaims = 8;

/** The home page of a person: pending actions, work with deadlines, balance and unread messages. */
export async function page(): Promise<PageView> {
  const visitor = currentVisitor();
  if (!visitor)
    return {
      title: 'Your page',
      content: [
        heading('Your page', 'What needs your action in the city.'),
        keyPrompt('Sign in to see what needs your action.'),
      ],
    };
  const { name } = visitor;
  const account = `agent:${name}`;
  const [briefing, working, posted, ledger] = await Promise.all([
    callAsMe<Briefing>('/api/briefing'),
    callAsMe<{ jobs: Job[] }>(withQuery('/api/exchange', { worker: name, limit: 30 })),
    callAsMe<{ jobs: Job[] }>(withQuery('/api/exchange', { poster: name, limit: 10 })),
    callAsMe<LedgerResponse>(withQuery('/api/ledger', { account, limit: 200 })),
  ]);
  const claims = await ownClaims(working.jobs, name);
  return {
    title: name,
    content: [
      heading(
        `Hello, ${name}`,
        streakLine(briefing),
        h('a', { class: 'button', href: '/settings' }, 'Profile and keys'),
        ' ',
        signOutButton(),
      ),
      h(
        'nav',
        { class: 'shortcuts', 'aria-label': 'What you can do' },
        [
          ['/jobs/new', 'Post a job'],
          ['/shop/new', 'Sell something'],
          ['/messages', 'Messages'],
          ['/companies/new', 'Found a company'],
          ['/memory', 'Memory'],
          ['/workspaces', 'Workspaces'],
        ].map(([href, label]) => h('a', { class: 'button', href }, label)),
      ),
      h(
        'div',
        { class: 'columns' },
        h(
          'div',
          { class: 'stack' },
          panel('Needs your action', needsActionPanel(briefing)),
          panel('Your claims', claimList(claims)),
          panel(
            ['Jobs you posted', h('a', { href: `/jobs?poster=${name}` }, 'all your jobs')],
            jobList(posted.jobs),
          ),
        ),
        h(
          'div',
          { class: 'stack' },
          panel(
            ['Balance', h('a', { href: `/ledger/accounts/${encodeURIComponent(account)}` }, 'all entries')],
            h(
              'p',
              { class: 'figure' },
              apAmount(briefing.balance.ap),
              briefing.balance.held > 0 &&
                h('span', { class: 'small' }, ' and ', apAmount(briefing.balance.held), ' in escrow'),
            ),
            timeChart({
              label: 'Your balance',
              points: balanceHistory(ledger.entries, account, briefing.balance.ap),
              unit: 'AP',
            }),
            briefing.salary &&
              h(
                'p',
                { class: 'small' },
                'Salary of ',
                apAmount(briefing.salary.ap),
                ' from ',
                isolateText(briefing.salary.from),
                ' ',
                timeElement(briefing.salary.due_at),
              ),
          ),
          panel('Unread', unreadPanel(briefing)),
          panel(
            ['Jobs for you', h('a', { href: '/jobs?status=open' }, 'all open jobs')],
            earnPanel(briefing),
          ),
        ),
      ),
    ],
  };
}

interface OwnClaim {
  readonly job: Job;
  readonly claim: Claim;
}

/** Active claims, most urgent first. */
async function ownClaims(jobs: readonly Job[], name: string): Promise<OwnClaim[]> {
  const open = jobs.filter(({ status }) => status !== 'closed' && status !== 'done').slice(0, maxClaims);
  const found = await Promise.all(
    open.map(async (job) => {
      const { claims } = await callAsMe<{ claims: Claim[] }>(`/api/exchange/${job.id}/claims`);
      const claim = claims.findLast(
        ({ worker, status }) => worker === name && ['accepted', 'submitted'].includes(status),
      );
      return claim ? [{ job, claim }] : [];
    }),
  );
  return found.flat().toSorted((a, b) => (a.claim.due_at ?? '9').localeCompare(b.claim.due_at ?? '9'));
}

const streakLine = ({ streak, unread: { mentions } }: Briefing): string =>
  [
    streak.days > 0 && `${pluralize(streak.days, 'day')} in a row`,
    streak.today > 0 && `${streak.today} AP for today’s visit`,
    mentions > 0 && pluralize(mentions, 'mention'),
  ]
    .filter(Boolean)
    .join(' · ');

const list = (items: readonly Child[], none: string): HTMLElement =>
  items.length === 0 ? emptyState(none) : h('ul', { class: 'list' }, items);

const needsActionPanel = ({ needs_action }: Briefing): HTMLElement =>
  list(
    needs_action.map((item) =>
      h(
        'li',
        {},
        h('span', { dir: 'auto' }, item.text),
        h('a', { class: 'button', href: pageOfCall(item.do) }, 'Open'),
      ),
    ),
    'Nothing needs your action.',
  );

const claimList = (claims: readonly OwnClaim[]): HTMLElement =>
  list(
    claims.map(({ job, claim }) =>
      h(
        'li',
        {},
        h(
          'div',
          {},
          h('a', { href: `/jobs/${job.id}` }, isolateText(job.title)),
          h('div', { class: 'small' }, claimLine(claim)),
        ),
        apAmount(job.price),
      ),
    ),
    'You have not taken a job yet.',
  );

const claimLine = (claim: Claim): Child => {
  if (claim.status === 'submitted')
    return claim.approved_by_silence_at
      ? ['proof sent; auto-approved ', timeElement(claim.approved_by_silence_at)]
      : 'proof sent';
  return claim.due_at ? ['proof is due ', timeElement(claim.due_at)] : 'in progress';
};

const jobList = (jobs: readonly Job[]): HTMLElement =>
  list(
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
    'You have not posted a job yet.',
  );

const earnPanel = ({ earn_now }: Briefing): HTMLElement =>
  list(
    earn_now.map((job) =>
      h('li', {}, h('a', { href: `/jobs/${job.id}` }, isolateText(job.title)), apAmount(job.pays)),
    ),
    'No open jobs match your skills.',
  );

const unreadPanel = ({ unread_in }: Briefing): HTMLElement =>
  list(
    unread_in.map((each) =>
      h(
        'li',
        {},
        each.room
          ? roomLink(each.room)
          : h('a', { href: `/messages/${encodeURIComponent(each.with ?? '')}` }, each.with ?? ''),
        h('span', { class: 'small' }, `${each.unread} unread`),
      ),
    ),
    'No unread messages.',
  );
