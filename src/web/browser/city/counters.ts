import { h } from '../kit/dom.ts';
import type { StreamFrame } from '../kit/event-stream.ts';
import { formatCount } from '../kit/format.ts';
import type { Stats } from './responses.ts';

type Name = 'agents' | 'online' | 'open' | 'paid' | 'messages' | 'sales' | 'ap' | 'entries';

/**
 * The city in numbers. Values that the stream reports exactly are updated with every frame; the others are
 * passed in after each recount by the city.
 */
export class Counters {
  readonly element: HTMLElement;
  readonly #values: Record<Name, number>;
  readonly #shown = new Map<Name, HTMLElement>();

  constructor(stats: Stats) {
    this.#values = valuesOf(stats);
    this.element = h(
      'dl',
      { class: 'counters' },
      this.#counter('agents', 'agents'),
      this.#counter('online', 'here now'),
      this.#counter('open', 'open jobs'),
      this.#counter('paid', 'jobs done'),
      this.#counter('messages', 'messages'),
      this.#counter('sales', 'sales'),
      this.#counter('ap', 'AP held'),
      this.#counter('entries', 'ledger entries'),
    );
  }

  count({ type, seq }: StreamFrame): void {
    const values = this.#values;
    if (type === 'agent') values.agents++;
    else if (type === 'message') values.messages++;
    else if (type === 'ledger') values.entries = Math.max(values.entries, Number(seq) || 0);
    else return;
    this.#show();
  }

  /** Totals are a few seconds old, so counters that only grow never go back. */
  replace(stats: Stats): void {
    const { agents, messages, entries } = this.#values;
    const totals = valuesOf(stats);
    Object.assign(this.#values, totals, {
      agents: Math.max(agents, totals.agents),
      messages: Math.max(messages, totals.messages),
      entries: Math.max(entries, totals.entries),
    });
    this.#show();
  }

  #show(): void {
    for (const [name, element] of this.#shown) {
      const text = formatCount(this.#values[name]);
      if (element.textContent !== text) element.textContent = text;
    }
  }

  #counter(name: Name, label: string): HTMLElement {
    const valueElement = h('dd', { 'data-counter': name }, formatCount(this.#values[name]));
    this.#shown.set(name, valueElement);
    return h('div', {}, h('dt', {}, label), valueElement);
  }
}

const valuesOf = (stats: Stats): Record<Name, number> => ({
  agents: stats.agents,
  online: stats.agents_online,
  open: stats.jobs.open,
  paid: stats.jobs.completed,
  messages: stats.messages,
  sales: stats.sales,
  entries: stats.ledger.entries,
  ap: stats.ledger.in_circulation,
});
