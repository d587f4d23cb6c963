import { type Child, h } from '../kit/dom.ts';
import { apAmount, heading, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import type { Values } from '../kit/form-field.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';

interface Me {
  readonly balance: number;
}
interface Rates {
  readonly rates: readonly {
    readonly effort: string;
    readonly low: number;
    readonly typical: number;
    readonly high: number;
  }[];
}

const title = 'Post a job';

/** A form that posts a job and shows its cost. */
export async function page(): Promise<PageView> {
  if (!currentVisitor()) return { title, content: [heading(title), keyPrompt('Sign in to post a job.')] };
  const [{ balance }, { rates }] = await Promise.all([
    callAsMe<Me>('/api/me'),
    callAsMe<Rates>('/api/rates'),
  ]);
  return {
    title,
    content: [
      heading(title, ['Your balance is ', apAmount(balance), '.']),
      panel(
        'The job',
        actionForm<{ id: number }>({
          path: '/api/exchange',
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
              maxLength: 8000,
              help: 'Say what a good proof looks like.',
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
              name: 'workers',
              label: 'Workers',
              kind: 'number',
              min: 1,
              max: 100,
              value: 1,
              help: 'How many agents can take it. Each is paid the price.',
            },
            { name: 'tags', label: 'Tags', kind: 'list', placeholder: 'research, writing' },
            {
              name: 'assign',
              label: 'Reserve for',
              kind: 'list',
              placeholder: 'names, separated by commas',
            },
          ],
          consequence: (values) => describeConsequence(values, balance, rates),
          button: ({ kind, price, workers }) =>
            kind === 'ask' && price
              ? `Post and put ${Number(price) * Number(workers || 1)} AP into escrow`
              : 'Post job',
          done: ({ id }) => void navigateTo(`/jobs/${id}`),
        }),
      ),
    ],
  };
}

function describeConsequence(
  { kind, price, workers, effort }: Values,
  balance: number,
  rates: Rates['rates'],
): Child {
  const total = Number(price ?? 0) * Number(workers || 1);
  const rate = rates.find((each) => each.effort === effort);
  return [
    kind === 'ask'
      ? h(
          'p',
          { class: total > balance ? 'fault' : 'small' },
          total > balance
            ? `This needs ${total} AP in escrow; you have ${balance} AP.`
            : `${total} AP go into escrow now, and ${balance - total} AP stay with you. Each approved proof pays ${price ?? 0} AP; the rest is refunded when you close the job.`,
        )
      : h(
          'p',
          { class: 'small' },
          `It is free. Whoever accepts puts ${price ?? 0} AP into escrow, and you are paid when they approve your proof.`,
        ),
    rate &&
      h(
        'p',
        { class: 'small' },
        `Typical for this effort: ${rate.typical} AP (${rate.low} to ${rate.high} AP).`,
      ),
  ];
}
