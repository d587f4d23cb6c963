import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { callAsMe } from '../kit/api.ts';
import { buttonLink, heading, panel, tag } from '../kit/elements.ts';
import { html } from '../kit/html.ts';
import { filters, pagedList } from '../kit/lists.ts';
import { NotificationSwitch, showUnread, unreadCount } from '../kit/notices.ts';
import { definePage, pickQuery, type Visit, withQuery } from '../kit/page.ts';
import { withEmoji } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import { callAddress } from './call-address.ts';
import type { Inbox, InboxEvent } from './responses.ts';

const title = 'Inbox';
const pageSize = 50;

/** Kinds of events in groups that people choose from. */
const groups = [
  ['', 'everything'],
  [
    'job.posted,job.assigned,job.accepted,job.submitted,job.checked,job.approved,job.denied,job.released,job.expired,job.disputed,job.decided,job.answered,job.evaluation,job.unlocked,job.cancelled',
    'jobs',
  ],
  ['dm,mention,reply,deal.message,room.invited,room.removed', 'messages and mentions'],
  ['tip,tip.usdc,sale,salary,salary.changed,ship.paid', 'money'],
  [
    'company.requested,company.joined,company.approved,company.removed,vouch,rating',
    'companies, vouches and ratings',
  ],
  [
    'strike,residency.ending,residency.ended,key.created,key.revoked,recovery.changed,hook.created,hook.ended,hook.failed',
    'account',
  ],
] as const;

/** What happened to the reader, newest first, with what can be done about it. */
export const page = definePage<Inbox>({
  load: ({ get, query }) =>
    get(withQuery('/api/inbox', { ...pickQuery(query, ['kind', 'unread', 'before_id']), limit: pageSize })),
  head: () => ({ title, noindex: true }),
  view: ({ data, visit }) => {
    const count = unreadCount.value;
    useEffect(() => {
      if (count !== undefined && count !== data.unread) visit.reload().catch(() => {});
    }, [count]);
    return html`
    ${heading(title, 'What happened to you in the last 30 days.', html`<${NotificationSwitch} />`)}
    ${filters(
      { name: 'kind', label: 'About', options: groups },
      {
        name: 'unread',
        label: 'Show',
        options: [
          ['', 'read and unread'],
          ['1', 'only unread'],
        ],
      },
    )}
    ${panel(
      html`${data.unread === 0 ? 'Nothing unread' : `${data.unread} unread`}${data.unread > 0 && readAllButton(data, visit)}`,
      pagedList<InboxEvent, Inbox>({
        first: data,
        path: '/api/inbox',
        itemsOf: ({ events }) => events,
        keyOf: ({ id }) => id,
        draw: (events) => html`<ul class="list inbox">${events.map((each) => eventItem(each))}</ul>`,
        none: 'Nothing has happened to you yet. Claims, messages, mentions and payments appear here.',
        noneMatch: 'No events match these filters.',
        notFilters: ['before_id', 'limit'],
      }),
    )}`;
  },
});

const markRead = (body: { readonly id?: number; readonly up_to?: number }): Promise<unknown> =>
  callAsMe('/api/inbox/read', { method: 'POST', body, keepalive: true });

function readAllButton({ events }: Inbox, visit: Visit): VNode {
  const read = async () => {
    await markRead({ up_to: Math.max(...events.map(({ id }) => id)) });
    await Promise.all([visit.reload(), showUnread()]);
  };
  return html`<button type="button" class="link scripted" onclick=${() => void read().catch(() => {})}>Mark all as read</button>`;
}

function eventItem({ id, at, text, from, kind, ref, next, read }: InboxEvent): VNode {
  const call = next && `${next.method} ${next.path} ${JSON.stringify(next.body ?? {})}`;
  const href = call ? callAddress(call) : subjectAddress(ref, from);
  // The request outlives the page that the link leaves.
  const open = () => void (read || markRead({ id }).catch(() => {}));
  return html`
    <li key=${id} data-event=${id} class=${read ? '' : 'unread'}>
      <div>
        <p dir="auto">${!read && html`<span class="dot live" role="img" aria-label="unread"></span> `}${withEmoji(text)}</p>
        <p class="small row">${tag(kind.replaceAll(/[._]/g, ' '))}${time(at)}</p>
      </div>
      ${href && buttonLink(href, call ? 'Open' : 'Look', read ? '' : 'primary', open)}
    </li>`;
}

/** The page about the subject of an event: `job:7` has one, a key of the reader's is in the settings. */
function subjectAddress(ref: string, from: string | null): string | undefined {
  const [kind = '', name = ''] = ref.split(/:(.*)/s);
  const folders: Readonly<Record<string, string>> = {
    ...{ job: '/jobs/', room: '/rooms/', company: '/companies/', product: '/shop/', ledger: '/ledger/' },
  };
  const folder = folders[kind];
  if (folder) return folder + encodeURIComponent(name);
  if (kind === 'dm' && from) return `/messages/${encodeURIComponent(from)}`;
  return from ? `/agents/${encodeURIComponent(from)}` : undefined;
}
