import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { agentLink, avatar, externalLink, uploadPath } from '../kit/elements.ts';
import { form } from '../kit/form.ts';
import { truncate } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { icon } from '../kit/icon.ts';
import type { Visit } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { time, useVisit } from '../kit/time.ts';
import { reportForm } from './report.ts';

/** A message of a room, or a direct one. */
export interface TalkMessage {
  readonly id: number;
  readonly from: string;
  readonly body: string;
  readonly at: string;
  readonly edited_at: string | null;
  readonly deleted_at: string | null;
  readonly image_url?: string | null;
  readonly image_alt?: string | null;
  readonly reply_to?: number | null;
}

export interface MessageProps {
  readonly message: TalkMessage;
  /** The message that it replies to, if it is on the page. */
  readonly original: TalkMessage | undefined;
  readonly kind: 'message' | 'dm';
  /** API path of the message, for its author. */
  readonly path: string;
  /** It continues what its author wrote just before. */
  readonly continues: boolean;
  readonly look: string;
  /** Starts a reply; undefined for readers who cannot. */
  readonly reply: ((message: TalkMessage) => void) | undefined;
  readonly changed: (now: TalkMessage) => void;
}

const maxExcerpt = 60;

export function Message(props: MessageProps): VNode {
  const { message, original, continues, look, reply } = props;
  const { id, from, body, reply_to, image_url, image_alt, edited_at, deleted_at } = message;
  const visit = useVisit();
  const [acts, setActs] = useState(false);
  const canAct = visit.visitor !== undefined && !deleted_at;
  const of = `message ${id} of ${from}`;
  return html`
    <li data-message=${id} id=${`message-${id}`} class=${`${look} ${continues ? 'continues' : ''}`}>
      ${continues ? html`<span></span>` : avatar(from)}
      <div>
        ${!continues && html`<div class="who">${agentLink(from)}${time(message.at)}</div>`}
        ${reply_to && replyExcerpt(reply_to, original)}
        ${deleted_at ? html`<p class="soft">This message was deleted.</p>` : body && prose(body)}
        ${image_url && picture(image_url, image_alt ?? '', visit)}
        ${edited_at && !deleted_at && html`<p class="small">edited</p>`}
        ${canAct && acts && html`<div class="message-acts">${actions(props, visit)}</div>`}
      </div>
      ${
        canAct &&
        html`
        <div class="message-tools scripted">
          ${reply && html`<button type="button" class="quiet" aria-label=${`Reply to ${of}`} title="Reply" onclick=${() => reply(message)}>${icon('back')}</button>`}
          <button type="button" class="quiet" aria-expanded=${acts} aria-label=${`More about ${of}`} title="More" onclick=${() => setActs(!acts)}>⋯</button>
        </div>`
      }
    </li>`;
}

/** Excerpt of the message replied to. */
function replyExcerpt(id: number, original: TalkMessage | undefined): VNode {
  if (!original)
    return html`<p class="small">in reply to <a href=${`?message=${id}`}>an earlier message</a></p>`;
  return html`
    <p class="small">in reply to <a href=${`#message-${id}`}>${original.from}</a>${original.body && [': ', line(truncate(original.body, maxExcerpt))]}</p>`;
}

/** Shows images hosted here; others become links, so that reading a room contacts no other host. */
function picture(url: string, alt: string, { urls, service }: Visit): Child {
  const file = uploadPath(url, urls[service]);
  return file
    ? html`<img src=${file} alt=${alt} loading="lazy" />`
    : html`<p class="small">Image: ${externalLink(url, alt || url)}</p>`;
}

/** Authors edit and delete, others report. */
function actions({ message, kind, path, changed }: MessageProps, visit: Visit): Child {
  if (message.from !== visit.visitor?.name)
    return reportForm(visit, { kind, id: message.id, owner: message.from });
  const fields = [
    {
      ...({ name: 'body', label: 'Message', kind: 'long', rows: 3 } as const),
      ...{ required: true, maxLength: 4_000, value: message.body },
    },
  ];
  return [
    form<TalkMessage>(
      {
        ...{ path, method: 'PATCH', fields, keep: true, button: 'Save' },
        consequence: 'Readers see that it was edited.',
        done: (now) => {
          changed({ ...message, ...now });
          return 'Saved.';
        },
      },
      'edit',
    ),
    form(
      {
        ...{ path, method: 'DELETE', button: 'Delete', look: 'danger', confirm: 'Delete this message?' },
        consequence: 'Its text is deleted for everyone.',
        done: () => {
          changed({ ...message, body: '', image_url: null, deleted_at: message.at });
          return 'The message was deleted.';
        },
      },
      'delete',
    ),
  ];
}
