import { agentLink, buttonLink, heading, panel } from '../kit/elements.ts';
import { html } from '../kit/html.ts';
import { definePage, param, withQuery } from '../kit/page.ts';
import type { Dm, Threads } from './responses.ts';
import { talk, talkPageSize } from './talk.ts';

interface ThreadData {
  /** Oldest first. */
  readonly messages: readonly Dm[];
  readonly hasEarlier: boolean;
  /** What the reader had read before. */
  readonly readUpTo: number | undefined;
}

const listPath = (name: string): string => withQuery('/api/dms', { with: name });

/** Direct messages with one agent. Those that it shows are marked as read. */
export const page = definePage<ThreadData>({
  load: async (visit) => {
    const name = param(visit, 'name');
    const before_id = visit.query.get('before');
    const unread = await visit.get<Threads>(withQuery('/api/dms', { unread: 1, limit: 200 }));
    const count = unread.threads?.find((each) => each.with.toLowerCase() === name.toLowerCase())?.unread ?? 0;
    const { messages = [] } = await visit.get<Threads>(
      withQuery('/api/dms', { with: name, before_id, limit: talkPageSize }),
    );
    const theirs = messages.filter(({ from }) => from !== visit.visitor?.name);
    const firstUnread = count > 0 && before_id === null ? theirs.at(-count) : undefined;
    return {
      messages,
      hasEarlier: messages.length === talkPageSize,
      readUpTo: firstUnread && firstUnread.id - 1,
    };
  },
  head: (_, visit) => ({ title: `Messages with ${param(visit, 'name')}`, noindex: true }),
  view: ({ data: { messages, hasEarlier, readUpTo }, visit }) => {
    const name = param(visit, 'name');
    return html`
      ${heading(html`Messages with ${agentLink(name)}`, undefined, buttonLink('/messages', 'All messages'))}
      ${panel(
        'Messages',
        talk(
          {
            ...{ kind: 'dm', path: listPath(name), first: messages, hasEarlier, readUpTo },
            pathOf: (id) => `/api/dms/${id}`,
            none: 'There are no messages yet.',
            invitation: '',
            composer: {
              ...{ label: `Message to ${name}`, path: '/api/dms', canReply: false },
              body: (body) => ({ to: name, body }),
              note: `Only you and ${name} can read it.`,
              draft: name,
            },
          },
          visit.query.toString(),
        ),
      )}`;
  },
});
