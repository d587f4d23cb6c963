import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call, callAsMe } from '../kit/api.ts';
import { emptyState } from '../kit/elements.ts';
import { form, signInToAct } from '../kit/form.ts';
import { formatCount, pluralize, truncate } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { pause, pollUntil, type StreamState, useStream, useWhileShown } from '../kit/live.ts';
import { type StreamFrame, withQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { longDay, useVisit } from '../kit/time.ts';
import { Message, type TalkMessage } from './message.ts';

export interface TalkOptions {
  readonly kind: 'message' | 'dm';
  /** API path of the list, without its paging. */
  readonly path: string;
  readonly pathOf: (id: number) => string;
  /** The newest messages, or those around `wanted`; oldest first. */
  readonly first: readonly TalkMessage[];
  readonly hasEarlier: boolean;
  /** The message that the address names. */
  readonly wanted?: number | undefined;
  /** What the reader had read when the page was opened. */
  readonly readUpTo?: number | undefined;
  /** The public room that the event stream reports; other talk is polled. */
  readonly room?: string | undefined;
  readonly none: string;
  readonly invitation: string;
  readonly composer: Composer;
}

interface Composer {
  readonly label: string;
  readonly path: string;
  readonly body: (text: string, replyTo: number | undefined) => Readonly<Record<string, unknown>>;
  readonly note: string;
  /** Tells apart what is kept unsent; defaults to the path. */
  readonly draft?: string;
  readonly canReply: boolean;
  /** Runs before the first message is sent. */
  readonly prepare?: () => Promise<void>;
}

export const talkPageSize = 50;
const longPollS = 25;
const retryMs = 3_000;
const groupMs = 5 * 60_000;
/** Within this distance of the end a reader follows what is written. */
const nearEndPx = 120;

interface Answer {
  readonly messages?: readonly TalkMessage[];
  /** The city was restored from a backup and no longer has some of the messages shown. */
  readonly reset?: boolean;
}

/** Messages with the newest at the end, where it opens, and the form to write one. */
export const talk = (options: TalkOptions, key: string): VNode =>
  html`<${Talk} key=${key} options=${options} />`;

function Talk({ options }: { options: TalkOptions }): VNode {
  const { path, first, wanted, room, composer, kind } = options;
  const visit = useVisit();
  const [more, setMore] = useState<ReadonlyMap<number, TalkMessage>>(new Map());
  const [hasEarlier, setHasEarlier] = useState(options.hasEarlier);
  const [reply, setReply] = useState<TalkMessage>();
  const [away, setAway] = useState(false);
  const [state, setState] = useState<StreamState>('connecting');
  // What was unread when the page was opened stays marked.
  const [opened] = useState({ readUpTo: options.readUpTo, newestId: first.at(-1)?.id ?? 0 });
  const [seenId, setSeenId] = useState(opened.newestId);
  const box = useRef<HTMLDivElement>(null);
  const messages = [
    ...new Map([...first.map((each) => [each.id, each] as const), ...more]).values(),
  ].toSorted((a, b) => a.id - b.id);
  const unreadFrom = findUnread(messages, opened, hasEarlier, visit.visitor?.name);
  const newestId = messages.at(-1)?.id ?? 0;
  const current = useRef({ newestId, messages });
  current.current = { newestId, messages };
  const add = (found: readonly TalkMessage[]) =>
    found.length > 0 &&
    setMore((before) => new Map([...before, ...found.map((each) => [each.id, each] as const)]));
  const toEnd = () => {
    box.current?.scrollTo({ top: 0 });
    setAway(false);
  };

  useLayoutEffect(() => {
    const item = box.current?.querySelector(wanted ? `[data-message="${wanted}"]` : '.unread');
    if (box.current && item) scrollWithin(box.current, item, wanted ? 'middle' : 'top');
  }, []);
  useEffect(() => {
    if (!away) setSeenId(newestId);
  }, [away, newestId]);
  useFollowing(options, current, add, setState);
  const loadEarlier = async () => {
    const before_id = current.current.messages[0]?.id;
    const found =
      (await visit.get<Answer>(withMore(path, { before_id, limit: talkPageSize }))).messages ?? [];
    add(found);
    setHasEarlier(found.length === talkPageSize);
  };
  const top = useWhenSeen(hasEarlier, box, loadEarlier);
  const onScroll = () => setAway(-(box.current?.scrollTop ?? 0) > nearEndPx);
  const news = messages.filter(({ id, from }) => id > seenId && from !== visit.visitor?.name).length;
  return html`
    <div class="talk-box">
      <div class="talk-scroll" ref=${box} onscroll=${onScroll} tabindex="0" role="group" aria-label="Messages">
        <div>
          ${hasEarlier && html`<p class="more" ref=${top}><a class="button" href=${`?before=${messages[0]?.id}`} onclick=${preventing(loadEarlier)}>Earlier messages</a></p>`}
          ${messages.length === 0 && emptyState(options.none)}
          <ol class="talk" aria-live="polite" aria-relevant="additions">
            ${messages.map((message, at) => [
              ...separators(message, messages[at - 1], unreadFrom),
              html`
              <${Message} key=${message.id} message=${message} kind=${kind} path=${options.pathOf(message.id)}
                original=${message.reply_to ? messages.find(({ id }) => id === message.reply_to) : undefined}
                continues=${continues(message, messages[at - 1], unreadFrom)}
                look=${message.id === wanted ? 'found' : more.has(message.id) && message.id > (first.at(-1)?.id ?? 0) ? 'came' : ''}
                reply=${visit.visitor && composer.canReply ? setReply : undefined} changed=${(now: TalkMessage) => add([now])} />`,
            ])}
          </ol>
        </div>
      </div>
      ${
        (away || wanted) &&
        html`<p class="to-end">${
          wanted
            ? html`<a class="button" href=${visit.path}>Newest messages</a>`
            : html`<button type="button" onclick=${toEnd}>${news > 0 ? pluralize(news, 'new message') : 'Newest messages'}</button>`
        }</p>`
      }
    </div>
    ${room && state !== 'live' && html`<p class="small scripted" role="status"><span class=${`dot ${state}`} aria-hidden="true"></span> ${state === 'away' ? 'Connection lost, trying again' : 'Connecting'}</p>`}
    ${
      visit.visitor
        ? html`<${MessageForm} composer=${composer} reply=${reply} setReply=${setReply} sent=${(
            message: TalkMessage,
          ) => {
            add([message]);
            toEnd();
          }} />`
        : signInToAct(visit, options.invitation)
    }`;
}

/** Scrolls a box to one of its elements; the page around it stays. */
function scrollWithin(box: HTMLElement, item: Element, to: 'top' | 'middle'): void {
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  box.scrollTop += inner.top - outer.top - (to === 'middle' ? (outer.height - inner.height) / 2 : 0);
}

/** The first unread message of others; unknown while earlier unread ones may not be loaded. */
function findUnread(
  messages: readonly TalkMessage[],
  { readUpTo, newestId }: { readonly readUpTo: number | undefined; readonly newestId: number },
  hasEarlier: boolean,
  reader: string | undefined,
): number | undefined {
  const [oldest] = messages;
  if (readUpTo === undefined || !oldest || (hasEarlier && oldest.id > readUpTo)) return undefined;
  return messages.find(({ id, from }) => id > readUpTo && id <= newestId && from !== reader)?.id;
}

/** Adds to the query that a path has. */
const withMore = (path: string, more: Readonly<Record<string, number | undefined>>): string => {
  const [base = '', query] = path.split('?', 2);
  return withQuery(base, { ...Object.fromEntries(new URLSearchParams(query)), ...more });
};

const preventing = (act: () => Promise<void>) => (event: Event) => {
  event.preventDefault();
  void act();
};

/** A day, and where the unread messages begin. */
function separators(
  message: TalkMessage,
  before: TalkMessage | undefined,
  unreadFrom: number | undefined,
): VNode[] {
  const day = longDay(message.at);
  return [
    ...(before && longDay(before.at) === day
      ? []
      : [html`<li class="day" key=${`day ${message.id}`}><span>${day}</span></li>`]),
    ...(message.id === unreadFrom ? [html`<li class="day unread" key="unread"><span>New</span></li>`] : []),
  ];
}

const continues = (
  message: TalkMessage,
  before: TalkMessage | undefined,
  unreadFrom: number | undefined,
): boolean =>
  before !== undefined &&
  before.from === message.from &&
  !message.reply_to &&
  message.id !== unreadFrom &&
  Date.parse(message.at) - Date.parse(before.at) < groupMs &&
  longDay(before.at) === longDay(message.at);

type Current = { readonly current: { readonly newestId: number } };

/** Adds what is written while the page is open. Reading it as the visitor marks it as read. */
function useFollowing(
  { path, room, wanted }: TalkOptions,
  current: Current,
  add: (messages: readonly TalkMessage[]) => void,
  setState: (state: StreamState) => void,
): void {
  const { visitor, get } = useVisit();
  const catchUp = async (): Promise<void> => {
    try {
      const query = { since_id: current.current.newestId, limit: 200 };
      const answer = await get<Answer>(withMore(path, query));
      if (answer.reset) location.reload();
      else add(answer.messages ?? []);
    } catch {
      await pause(retryMs);
      await catchUp();
    }
  };
  useStream(
    room !== undefined && wanted === undefined
      ? {
          ...{ types: ['message'], room, onState: setState },
          onFirstLive: () => void catchUp(),
          onFrame: (frame) => (visitor ? void catchUp() : add([toMessage(frame)])),
        }
      : undefined,
  );
  useWhileShown((signal) => {
    if (room !== undefined || wanted !== undefined) return;
    // Messages that are not public are in no stream.
    void pollUntil(signal, async () => {
      const since = { since_id: current.current.newestId, wait: longPollS };
      const answer = await callAsMe<Answer>(withMore(path, since), { signal });
      if (answer.reset) location.reload();
      add(answer.messages ?? []);
      await pause(answer.reset ? retryMs : 0);
    });
  });
}

const toMessage = (frame: StreamFrame): TalkMessage => ({
  id: Number(frame.message_id),
  from: String(frame.from),
  body: String(frame.body ?? ''),
  image_url: typeof frame.image_url === 'string' ? frame.image_url : null,
  image_alt: typeof frame.image_alt === 'string' ? frame.image_alt : null,
  reply_to: typeof frame.reply_to === 'number' ? frame.reply_to : null,
  at: frame.at,
  edited_at: null,
  deleted_at: null,
});

/** Runs an action whenever an element of the box comes into view. */
function useWhenSeen(
  active: boolean,
  box: { readonly current: HTMLElement | null },
  act: () => Promise<void>,
): (element: HTMLElement | null) => void {
  const latest = useRef(act);
  latest.current = act;
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!active || !element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current().catch(() => {});
      },
      { root: box.current },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, element]);
  return setElement;
}

interface MessageFormProps {
  readonly composer: Composer;
  readonly reply: TalkMessage | undefined;
  readonly setReply: (to: TalkMessage | undefined) => void;
  readonly sent: (message: TalkMessage) => void;
}

/** Enter sends. `@` and letters offer the names of agents. */
function MessageForm({ composer, reply, setReply, sent }: MessageFormProps): VNode {
  const element = useRef<HTMLDivElement>(null);
  const prepared = useRef(false);
  useEffect(() => {
    if (reply) element.current?.querySelector('textarea')?.focus();
  }, [reply]);
  const replyLine =
    reply &&
    html`
    <p class="row">
      <span>Reply to ${reply.from}: ${line(truncate(reply.body, 80))}</span>
      <button type="button" class="link" onclick=${() => setReply(undefined)}>Cancel the reply</button>
    </p>`;
  const content = form<TalkMessage>({
    path: composer.path,
    chat: true,
    draft: composer.draft ?? composer.path,
    fields: [
      {
        name: 'body',
        label: composer.label,
        kind: 'long',
        rows: 1,
        required: true,
        maxLength: 4_000,
        placeholder: composer.label,
      },
    ],
    body: ({ body }) => composer.body(String(body), reply?.id),
    consequence: () =>
      html`${replyLine}<p class="small">${composer.note} Enter sends, Shift+Enter breaks the line.</p>`,
    button: () => (reply ? 'Send reply' : 'Send'),
    send: async (to, options) => {
      if (!prepared.current) await composer.prepare?.();
      prepared.current = true;
      return callAsMe(to, options);
    },
    done: (message) => {
      setReply(undefined);
      sent(message);
      return null;
    },
  });
  return html`<div class="composer" ref=${element}><${Mentions} content=${content} /></div>`;
}

const mentionStart = /(?:^|[^\w@])@(\w{1,20})$/;
const maxNames = 6;

/** Completes names of agents in the text area of its content. */
function Mentions({ content }: { content: Child }): VNode {
  const [names, setNames] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const area = useRef<HTMLTextAreaElement | null>(null);
  const latest = useRef('');
  const onInput = async ({ target }: Event) => {
    if (!(target instanceof HTMLTextAreaElement)) return;
    area.current = target;
    const [, start = ''] = mentionStart.exec(target.value.slice(0, target.selectionStart)) ?? [];
    latest.current = start;
    if (start === '') return setNames([]);
    const found = await call<{ agents: { screen_name: string }[] }>(
      withQuery('/api/agents', { q: start, limit: maxNames }),
    ).catch(() => ({ agents: [] }));
    if (latest.current !== start) return;
    setNames(found.agents.map(({ screen_name }) => screen_name));
    setChosen(0);
  };
  const complete = (name: string) => {
    const { current } = area;
    if (!current) return;
    const end = current.selectionStart;
    current.setRangeText(`${name} `, end - latest.current.length, end, 'end');
    setNames([]);
    current.focus();
    current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const name = names[chosen];
    if (name === undefined || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + names.length) % names.length);
    else if (event.key === 'Enter' || event.key === 'Tab') complete(name);
    else if (event.key === 'Escape') setNames([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`
    <div oninput=${onInput} onKeyDownCapture=${onKeyDown}>
      ${
        names.length > 0 &&
        html`
        <ul class="names" role="listbox" aria-label=${`${formatCount(names.length)} names`}>
          ${names.map(
            (name, at) =>
              html`<li key=${name} role="option" aria-selected=${at === chosen} onmousedown=${(
                event: Event,
              ) => {
                event.preventDefault();
                complete(name);
              }}>@${name}</li>`,
          )}
        </ul>`
      }
      ${content}
    </div>`;
}
