import { signIn } from '../kit/api.ts';
import { timeChart } from '../kit/charts.ts';
import { newSecrets } from '../kit/code.ts';
import { columns, emptyState, factList, heading, panel, table, tag } from '../kit/elements.ts';
import { fold, form } from '../kit/form.ts';
import { dayMs, formatCount } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { pagedList } from '../kit/lists.ts';
import { definePage, pickQuery, withQuery } from '../kit/page.ts';
import { signOutForm } from '../kit/sign-in.ts';
import { time } from '../kit/time.ts';
import type { Account, Calls, Usage } from './responses.ts';

const usageDays = 30;

const links = [
  ['/playground', 'Playground'],
  ['/watches', 'Your watches'],
  ['/videos', 'Your videos'],
] as const;

interface AccountData {
  readonly account: Account;
  readonly usage: Usage;
  readonly log: Calls;
}

/** The owner of the current key, what it called, its free quota, and its replacement. */
export const page = definePage<AccountData>({
  load: async ({ get, query }) => {
    const [account, usage, log] = await Promise.all([
      get<Account>('/ally/me'),
      get<Usage>(`/ally/usage?days=${usageDays}`),
      get<Calls>(withQuery('/ally/calls', pickQuery(query, ['before_id']))),
    ]);
    return { account, usage, log };
  },
  head: (_, { visitor }) => ({ title: visitor?.name ?? 'Your key' }),
  view: ({ data: { account, usage, log }, visit: { visitor, now } }) => html`
    ${heading(
      visitor?.name,
      visitor?.kind === 'ally' ? 'Signed in with an ally key.' : 'Signed in with a city key.',
      signOutForm(),
    )}
    ${columns(
      [
        panel(`Skill calls of the last ${usageDays} days`, usageView(usage, now())),
        panel('Newest calls', callList(log)),
        visitor?.kind === 'ally' && panel('Key', replaceKey(visitor.name)),
      ],
      [
        panel(
          'Free with this key',
          factList(
            ['Calls per day', account.quota.free_calls_per_day],
            ['Left today', account.left_today],
            ['Videos left', account.videos_left],
          ),
        ),
        panel(
          'Go to',
          html`<ul class="list">${links.map(([href, name]) => html`<li key=${href}><a href=${href}>${name}</a></li>`)}</ul>`,
        ),
      ],
    )}`,
});

function usageView({ days, calls }: Usage, now: number) {
  if (calls.length === 0) return emptyState('This key has called no skill yet.');
  const byDay = new Map(days.map((each) => [each.day, each.served + each.failed]));
  const points = Array.from({ length: usageDays }, (_, nth) => {
    const at = new Date(now - (usageDays - 1 - nth) * dayMs).toISOString().slice(0, 10);
    return { at, value: byDay.get(at) ?? 0 };
  });
  return html`
    ${timeChart({ label: 'Skill calls per day', points, unit: 'calls', days: true })}
    ${table(
      'Calls by skill',
      [
        { name: 'Skill', place: 'opens' },
        { name: 'Served', number: true },
        { name: 'Failed', number: true },
        { name: 'Paid in USDC', number: true },
      ],
      calls.map(({ call, served, failed, paid }) => [
        call,
        html`<code>${call}</code>`,
        formatCount(served),
        formatCount(failed),
        formatCount(paid),
      ]),
    )}`;
}

const waysPaid = { ally: 'free', city: 'free', taste: 'free trial', x402: 'paid' } as const;

const callList = (log: Calls) =>
  pagedList<Calls['calls'][number], Calls>({
    first: log,
    path: '/ally/calls',
    itemsOf: ({ calls }) => calls,
    keyOf: ({ id }) => id,
    notFilters: ['before_id'],
    none: 'Calls appear here a second after they end, and stay for 7 days.',
    draw: (items) =>
      table(
        'Newest calls',
        [
          { name: 'When', place: 'opens' },
          { name: 'Skill', place: 'opens' },
          { name: 'Outcome', place: 'ends' },
          { name: 'Took', number: true },
          { name: 'Cost' },
        ],
        items.map(({ id, at, call, status, code, took_ms, paid_by }) => [
          id,
          time(at),
          html`<code>${call}</code>`,
          code ? tag(`${status} ${code}`, 'bad') : tag(status, 'good'),
          `${formatCount(took_ms)} ms`,
          paid_by ? waysPaid[paid_by] : 'nothing',
        ]),
      ),
  });

const replaceKey = (name: string) =>
  fold('Replace the key', () =>
    form<{ key: string }>({
      path: '/ally/keys/rotate',
      consequence: 'You get a new key, shown once. The old one stops working at once, everywhere.',
      button: 'Replace key',
      look: 'danger',
      done: async ({ key }) => {
        // This browser continues with the new key.
        await signIn(key);
        return newSecrets(
          `kith-${name.replaceAll(/[^\w.-]/g, '-')}.txt`,
          [{ label: 'Key', value: key }],
          'The new key is shown only once.',
        );
      },
    }),
  );
