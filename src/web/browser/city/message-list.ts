import { withQuery } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { emptyState } from '../kit/elements.ts';
import { callAsMe, readApi } from '../kit/session.ts';
import { type MessageItemOptions, messageItem } from './message-item.ts';
import type { Message } from './responses.ts';

const pageSize = 50;
const longPollS = 25;
const retryMs = 3_000;
/** Distance from the end within which a new message scrolls the page. */
const scrollThresholdPx = 160;

/** Messages of a room, in order and without duplicates. */
export class MessageList {
  readonly element: HTMLElement;
  readonly #path: string;
  readonly #list = h('ol', { class: 'talk', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  readonly #empty = emptyState('Nobody has written here yet.');
  readonly #earlierButton = h('div', { class: 'more' });
  readonly #messages = new Map<number, Message>();
  readonly #options: MessageItemOptions;

  constructor(path: string, reply: MessageItemOptions['reply']) {
    this.#path = path;
    this.#options = { path, reply, findMessage: (id) => this.#messages.get(id) };
    this.element = h('div', {}, this.#earlierButton, this.#empty, this.#list);
  }

  /** Shows the newest messages. */
  async load(): Promise<void> {
    const messages = await this.#read({ limit: pageSize });
    for (const message of inOrder(messages)) this.append(message, false);
    this.#offerEarlier(messages);
  }

  /** Shows one message among those before and after it. */
  async loadAround(id: number): Promise<void> {
    const [before, after] = await Promise.all([
      this.#read({ before_id: id + 1, limit: pageSize / 2 }),
      this.#read({ since_id: id, limit: pageSize / 2 }),
    ]);
    for (const message of inOrder([...before, ...after])) this.append(message, false);
    this.#list.querySelector(`[data-message="${id}"]`)?.classList.add('found');
    this.#offerEarlier(before, pageSize / 2);
  }

  append(message: Message, isNew: boolean): void {
    if (this.#messages.has(message.id)) return;
    this.#messages.set(message.id, message);
    const atEnd = innerHeight + scrollY > document.documentElement.scrollHeight - scrollThresholdPx;
    const item = messageItem(message, this.#options);
    if (isNew) item.classList.add('came');
    this.#list.insertBefore(item, this.#firstAfter(message.id));
    this.#empty.hidden = true;
    if (isNew && atEnd) item.scrollIntoView({ block: 'nearest' });
  }

  /** Shows what was written since the last message. */
  async catchUp(signal: AbortSignal): Promise<void> {
    const query = { since_id: this.#newestId(), limit: pageSize };
    while (!signal.aborted) {
      try {
        for (const message of inOrder(await this.#read(query))) this.append(message, true);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  /** Private rooms are not in the public stream, so their members long-poll. */
  async poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const query = { since_id: this.#newestId(), wait: longPollS };
        const { messages } = await callAsMe<{ messages: Message[] }>(withQuery(this.#path, query), {
          signal,
        });
        for (const message of inOrder(messages)) this.append(message, true);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  #newestId(): number {
    return Math.max(0, ...this.#messages.keys());
  }

  /** The first item that was written after a message; null if that is the newest. */
  #firstAfter(id: number): Element | null {
    let after: Element | null = null;
    for (let item = this.#list.lastElementChild; item; item = item.previousElementSibling) {
      if (!(item instanceof HTMLElement) || Number(item.dataset.message) < id) break;
      after = item;
    }
    return after;
  }

  async #read(query: Readonly<Record<string, number>>): Promise<readonly Message[]> {
    return (await readApi<{ messages: Message[] }>(withQuery(this.#path, query))).messages;
  }

  #offerEarlier(messages: readonly Message[], full = pageSize): void {
    if (messages.length < full) return void fill(this.#earlierButton);
    const first = Math.min(...messages.map(({ id }) => id));
    const button = h('button', {
      type: 'button',
      onclick: async () => {
        button.disabled = true;
        const before = await this.#read({ before_id: first, limit: pageSize });
        const unseen = inOrder(before).filter(({ id }) => !this.#messages.has(id));
        for (const each of unseen) this.#messages.set(each.id, each);
        this.#list.prepend(...unseen.map((each) => messageItem(each, this.#options)));
        this.#offerEarlier(before);
      },
    });
    fill(this.#earlierButton, fill(button, 'Earlier messages'));
  }
}

const inOrder = (messages: readonly Message[]): Message[] => messages.toSorted((a, b) => a.id - b.id);
