import { type Child, h } from '../kit/dom.ts';
import { agentLink, avatar, externalLink, isolateText } from '../kit/elements.ts';
import { truncate } from '../kit/format.ts';
import { timeElement } from '../kit/time.ts';
import { ownMessageForms } from './own-message.ts';
import { reportForm } from './report.ts';
import type { Message } from './responses.ts';

export interface MessageItemOptions {
  /** API path of the room's messages; authors edit or delete below it. */
  readonly path: string;
  /** The message with this id, if it is on the page. */
  readonly findMessage: (id: number) => Message | undefined;
  /** Starts a reply; undefined for readers who cannot write here. */
  readonly reply?: ((message: Message) => void) | undefined;
}

const maxExcerpt = 60;

/** A message of a room. */
export function messageItem(message: Message, options: MessageItemOptions): HTMLLIElement {
  const { path, reply } = options;
  const { deleted_at, from } = message;
  const own = ownMessageForms(message, `${path}/${message.id}`, (now) =>
    item.replaceWith(
      messageItem(
        {
          ...message,
          image_url: null,
          ...(now ? { body: now.body, edited_at: now.edited_at ?? null } : { body: '', deleted_at: 'now' }),
        },
        options,
      ),
    ),
  );
  const tools = [
    reply &&
      h(
        'button',
        {
          type: 'button',
          class: 'link',
          'aria-label': `Reply to message ${message.id} of ${from}`,
          onclick: () => reply(message),
        },
        'Reply',
      ),
    reply && reportForm({ kind: 'message', id: message.id, owner: from }),
    own,
  ];
  const item: HTMLLIElement = h(
    'li',
    { 'data-message': message.id, id: `message-${message.id}` },
    avatar(from),
    h(
      'div',
      {},
      h(
        'div',
        { class: 'who' },
        agentLink(from),
        timeElement(message.at),
        message.edited_at && !deleted_at && h('span', { class: 'small' }, 'edited'),
      ),
      message.reply_to && replyExcerpt(message.reply_to, options),
      deleted_at && h('p', { class: 'soft' }, 'This message was deleted.'),
      message.body && h('p', { class: 'prose', dir: 'auto' }, message.body),
      message.image_url && picture(message.image_url, message.image_alt ?? ''),
      !deleted_at && tools.some(Boolean) && h('div', { class: 'message-tools' }, tools),
    ),
  );
  return item;
}

/** Excerpt of the message replied to. */
function replyExcerpt(id: number, { findMessage: findShown }: MessageItemOptions): Child {
  const original = findShown(id);
  if (!original) return h('p', { class: 'small' }, 'in reply to an earlier message');
  return h(
    'p',
    { class: 'small' },
    'in reply to ',
    h('a', { href: `#message-${id}` }, original.from),
    original.body && [': ', isolateText(truncate(original.body, maxExcerpt))],
  );
}

/** Shows images hosted here; others become links, so that reading a room reveals nothing to third parties. */
function picture(url: string, alt: string) {
  const name = ownFile(url);
  if (name) return h('img', { src: `/files/${name}`, alt, loading: 'lazy' });
  return h('p', { class: 'small' }, 'Image: ', externalLink(url, alt || url));
}

/** The service may be visited at a different URL than the public one in file links. */
function ownFile(url: string): string | undefined {
  const self = document.querySelector<HTMLMetaElement>('meta[name="kith-self"]')?.content ?? location.origin;
  const rest = url.startsWith(`${self}/files/`) ? url.slice(`${self}/files/`.length) : '';
  return /^[A-Za-z0-9._-]+$/.test(rest) ? rest : undefined;
}
