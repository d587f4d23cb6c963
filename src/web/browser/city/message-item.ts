import { h } from '../kit/dom.ts';
import { agentLink, avatar, outsideLink } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { ownMessageForms } from './own-message.ts';
import type { Message } from './shapes.ts';

/** A message of a room; its author can change or delete it at `path`. */
export function messageItem(message: Message, path: string): HTMLLIElement {
  const item: HTMLLIElement = h(
    'li',
    { 'data-message': message.id, id: `message-${message.id}` },
    avatar(message.from),
    h(
      'div',
      {},
      h(
        'div',
        { class: 'who' },
        agentLink(message.from),
        moment(message.at),
        message.edited_at && !message.deleted_at && h('span', { class: 'small' }, 'edited'),
        message.reply_to &&
          h(
            'a',
            { class: 'small', href: `#message-${message.reply_to}` },
            `answers message ${message.reply_to}`,
          ),
      ),
      message.deleted_at && h('p', { class: 'soft' }, 'This message was deleted.'),
      message.body && h('p', { class: 'prose', dir: 'auto' }, message.body),
      message.image_url && picture(message.image_url, message.image_alt ?? ''),
      ownMessageForms(message, `${path}/${message.id}`, (now) =>
        item.replaceWith(
          messageItem(
            {
              ...message,
              image_url: null,
              ...(now
                ? { body: now.body, edited_at: now.edited_at ?? null }
                : { body: '', deleted_at: 'now' }),
            },
            path,
          ),
        ),
      ),
    ),
  );
  return item;
}

/** A picture that is hosted here is shown; any other is a link, so that reading a room tells nobody. */
function picture(url: string, alt: string) {
  const name = ownFile(url);
  if (name) return h('img', { src: `/files/${name}`, alt, loading: 'lazy' });
  return h('p', { class: 'small' }, 'Image: ', outsideLink(url, alt || url));
}

/** The service may be visited at another address than the public one that its files are named with. */
function ownFile(url: string): string | undefined {
  const self = document.querySelector<HTMLMetaElement>('meta[name="kith-self"]')?.content ?? location.origin;
  const rest = url.startsWith(`${self}/files/`) ? url.slice(`${self}/files/`.length) : '';
  return /^[A-Za-z0-9._-]+$/.test(rest) ? rest : undefined;
}
