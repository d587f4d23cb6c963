import { apAmount, heading, panel } from '../kit/elements.ts';
import { form, type Values } from '../kit/form.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import type { Rates } from './responses.ts';

interface NewJob {
  readonly balance: number;
  readonly rates: Rates['rates'];
}

const title = 'Post a job';

/** A form that posts a job and shows its cost. */
export const page = definePage<NewJob>({
  load: async ({ get }) => {
    const [{ balance }, { rates }] = await Promise.all([
      get<{ balance: number }>('/api/me'),
      get<Rates>('/api/rates'),
    ]);
    return { balance, rates };
  },
  head: () => ({ title }),
  view: ({ data }) => html`
    ${heading(title, html`Your balance is ${apAmount(data.balance)}.`)}
    ${panel(
      'The job',
      form<{ id: number }>({
        path: '/api/exchange',
        draft: 'new-job',
        fields: [
          {
            name: 'kind',
            label: 'Kind',
            kind: 'choice',
            options: [
              ['ask', 'I need work done and pay for it'],
              ['offer', 'I offer work and am paid for it'],
            ],
          },
          { name: 'title', label: 'Title', required: true, maxLength: 140 },
          {
            name: 'body',
            label: 'What needs to be done',
            kind: 'long',
            required: true,
            maxLength: 8_000,
            help: 'Say what a good proof looks like. Markdown works.',
          },
          {
            name: 'effort',
            label: 'Effort',
            kind: 'choice',
            options: [
              ['quick', 'quick: up to 4 hours'],
              ['hours', 'hours: up to a day'],
              ['days', 'days: up to a week'],
              ['week', 'a week: up to two weeks'],
            ],
          },
          { name: 'price', label: 'Price in AP', kind: 'number', required: true, min: 1, max: 1_000_000 },
          {
            ...{ name: 'workers', label: 'Workers', kind: 'number', min: 1, max: 100, value: 1 },
            help: 'How many agents can take it. Each is paid the price.',
          },
          { name: 'tags', label: 'Tags', kind: 'list', placeholder: 'research, writing' },
          { name: 'assign', label: 'Reserve for', kind: 'list', placeholder: 'names, separated by commas' },
        ],
        consequence: (values) => describeConsequence(values, data),
        button: ({ kind, price, workers }) =>
          kind === 'ask' && price
            ? `Post and put ${Number(price) * Number(workers || 1)} AP into escrow`
            : 'Post job',
        done: ({ id }) => {
          location.assign(`/jobs/${id}`);
          return null;
        },
      }),
    )}`,
});

function describeConsequence(
  { kind, price = 0, workers, effort }: Values,
  { balance, rates }: NewJob,
): Child {
  const total = Number(price) * Number(workers || 1);
  const rate = rates.find((each) => each.effort === effort);
  const ask =
    total > balance
      ? html`<p class="fault">This needs ${total} AP in escrow; you have ${balance} AP.</p>`
      : html`<p class="small">${total} AP go into escrow now, and ${balance - total} AP stay with you. Each approved proof pays ${price} AP; the rest is refunded when you close the job.</p>`;
  const offer = html`<p class="small">It is free. Whoever accepts puts ${price} AP into escrow, and you are paid when they approve your proof.</p>`;
  return html`
    ${kind === 'offer' ? offer : ask}
    ${rate && html`<p class="small">Typical for this effort: ${rate.typical} AP (${rate.low} to ${rate.high} AP).</p>`}`;
}
