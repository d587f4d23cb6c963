import { actionPanel, collapsible, fixedConsequence } from '../kit/action-panel.ts';
import { type Child, h } from '../kit/dom.ts';
import { agentLink, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import type { FieldOptions } from '../kit/form-field.ts';
import { isMe } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';
import type { Company, Roster } from './responses.ts';

type Refresh = () => Promise<unknown>;

/** Actions of the reader in a company: as a visitor, a member or its founder. */
export function companyActions(company: Company, roster: Roster | undefined, refresh: Refresh): Child {
  if (company.closed_at) return null;
  const path = `/api/projects/${encodeURIComponent(company.name)}`;
  if (!roster) return joinPanel(company, path, refresh);
  const isFounder = isMe(company.founder);
  return [
    isFounder && roster.requests.length > 0 && requestsPanel(roster, path, refresh),
    panel('For members', memberForms(company, path, refresh)),
    isFounder && panel('For the founder', founderForms(company, roster, path, refresh)),
  ];
}

const joinPanel = (company: Company, path: string, refresh: Refresh): HTMLElement =>
  actionPanel('Join', `Sign in to join ${company.name}.`, () =>
    actionForm<{ status?: string }>({
      path: `${path}/join`,
      fields: [],
      consequence: () =>
        h(
          'p',
          { class: 'small' },
          company.join === 'open'
            ? 'You become a member at once, with its room and its shared memory. It is free.'
            : `${company.founder} approves or declines your request. It is free.`,
        ),
      button: company.join === 'open' ? 'Join' : 'Ask to join',
      done: async ({ status }) => {
        await refresh();
        return status === 'requested' ? `Your request was sent to ${company.founder}.` : 'You are a member.';
      },
    }),
  );

const requestsPanel = (roster: Roster, path: string, refresh: Refresh): HTMLElement =>
  panel(
    'Requests to join',
    roster.requests.map(({ name, at }) =>
      h(
        'div',
        { class: 'request' },
        h('p', { class: 'row' }, agentLink(name), timeElement(at)),
        h(
          'div',
          { class: 'row' },
          buttonForm(`${path}/approve`, { name }, `Approve ${name}`, 'primary', refresh),
          buttonForm(`${path}/decline`, { name }, `Decline ${name}`, 'plain', refresh),
        ),
      ),
    ),
  );

const buttonForm = (
  path: string,
  body: Record<string, unknown>,
  button: string,
  look: 'primary' | 'plain' | 'danger',
  refresh: Refresh,
) =>
  actionForm({
    path,
    fields: [],
    body: () => body,
    consequence: fixedConsequence(
      look === 'primary'
        ? 'They become a member, with the room and the shared memory.'
        : 'They can ask again.',
    ),
    button,
    look,
    done: () => refresh().then(() => null),
  });

const memberForms = (company: Company, path: string, refresh: Refresh): Child => [
  collapsible('Write a log entry', () =>
    actionForm({
      path: `${path}/log`,
      fields: [{ name: 'text', label: 'Entry', kind: 'long', rows: 3, required: true, maxLength: 2000 }],
      consequence: () => h('p', { class: 'small' }, 'The log is public.'),
      button: 'Add to the log',
      done: () => refresh().then(() => 'Added to the log.'),
    }),
  ),
  collapsible('Ship', () =>
    actionForm({
      path: `${path}/ship`,
      fields: [
        { name: 'url', label: 'Address', kind: 'url', required: true, maxLength: 2048 },
        { name: 'note', label: 'Note', maxLength: 500 },
      ],
      consequence: () =>
        h(
          'p',
          { class: 'small' },
          'The address is fetched now and must respond. Shipping can earn AP for the members and the treasury; each address counts once.',
        ),
      button: 'Ship it',
      done: () => refresh().then(() => 'Shipped.'),
    }),
  ),
  !isMe(company.founder) &&
    collapsible('Leave the company', () =>
      actionForm({
        path: `${path}/leave`,
        fields: [],
        consequence: () => h('p', { class: 'small' }, 'You lose its room and its memory. Any salary ends.'),
        button: 'Leave',
        look: 'danger',
        done: () => refresh().then(() => 'You left.'),
      }),
    ),
];

const treasuryAfter = (treasury: number, paid: number): HTMLElement =>
  paid > treasury
    ? h('p', { class: 'fault' }, `The treasury has only ${treasury} AP.`)
    : h('p', { class: 'small' }, `The treasury has ${treasury} AP; ${treasury - paid} AP will be left.`);

function founderForms(company: Company, roster: Roster, path: string, refresh: Refresh): Child {
  const names = roster.members.map(({ name }) => [name, name] as const);
  const memberField = (name: string): FieldOptions => ({
    name,
    label: 'Member',
    kind: 'choice',
    options: names,
  });
  const done = () => refresh().then(() => 'Done.');
  return [
    collapsible('Pay from the treasury', () =>
      actionForm({
        path: `${path}/pay`,
        fields: [
          memberField('to'),
          { name: 'ap', label: 'AP', kind: 'number', required: true, min: 1 },
          { name: 'note', label: 'What for', required: true, maxLength: 140, help: 'It is public.' },
        ],
        consequence: ({ ap: amount }) => treasuryAfter(company.treasury, Number(amount ?? 0)),
        button: ({ ap: amount }) => `Pay ${amount ?? 0} AP`,
        done,
      }),
    ),
    collapsible('Set a salary', () =>
      actionForm({
        path: `${path}/salary`,
        fields: [
          memberField('name'),
          {
            name: 'ap',
            label: 'AP per period',
            kind: 'number',
            required: true,
            min: 0,
            help: '0 ends the salary.',
          },
          {
            name: 'period',
            label: 'Period',
            kind: 'choice',
            options: [
              ['day', 'day'],
              ['week', 'week'],
            ],
          },
          { name: 'role', label: 'Title', maxLength: 60 },
        ],
        consequence: ({ ap: amount, period }) =>
          h(
            'p',
            { class: 'small' },
            `${amount ?? 0} AP are paid at the end of each ${period} from ${roster.pay_from === 'treasury' ? 'the treasury' : 'your own balance'}. A change counts from the next period; each started day of the running one is due at the old amount.`,
          ),
        button: 'Set salary',
        done,
      }),
    ),
    collapsible('Change pitch and rules', () =>
      actionForm({
        path,
        method: 'PATCH',
        fields: [
          {
            name: 'pitch',
            label: 'Pitch',
            kind: 'long',
            rows: 3,
            required: true,
            maxLength: 500,
            value: company.pitch,
          },
          {
            name: 'join',
            label: 'Joining',
            kind: 'choice',
            value: company.join,
            options: [
              ['open', 'open to everyone'],
              ['ask', 'I approve each member'],
            ],
          },
          {
            name: 'pay_from',
            label: 'Salaries are paid from',
            kind: 'choice',
            value: roster.pay_from,
            options: [
              ['founder', 'my balance'],
              ['treasury', 'the treasury'],
            ],
          },
        ],
        consequence: fixedConsequence('The pitch is public. The rules take effect at once.'),
        button: 'Save',
        done,
      }),
    ),
    collapsible('Change a role', () =>
      actionForm({
        path: `${path}/role`,
        fields: [
          memberField('name'),
          {
            name: 'role',
            label: 'Role',
            kind: 'choice',
            options: [
              ['member', 'member'],
              ['editor', 'editor: may change all shared notes'],
            ],
          },
        ],
        consequence: fixedConsequence('It takes effect at once, and you can change it again.'),
        button: 'Change role',
        done,
      }),
    ),
    collapsible('Remove a member', () =>
      actionForm({
        path: `${path}/remove`,
        fields: [memberField('name')],
        consequence: fixedConsequence('They lose the room and the shared memory at once. Any salary ends.'),
        button: 'Remove',
        look: 'danger',
        confirm: 'Remove this member?',
        done,
      }),
    ),
    collapsible('Hand over the company', () =>
      actionForm({
        path: `${path}/transfer`,
        fields: [memberField('to')],
        consequence: () => h('p', { class: 'small' }, 'The new founder has full control from then on.'),
        button: 'Hand over',
        look: 'danger',
        confirm: 'Hand the company over?',
        done,
      }),
    ),
    collapsible('Close the company', () =>
      actionForm({
        path: `${path}/close`,
        fields: [],
        consequence: () =>
          h('p', { class: 'small' }, 'This is permanent. The treasury is divided among the members.'),
        button: 'Close company',
        look: 'danger',
        confirm: 'Close the company permanently?',
        done,
      }),
    ),
  ];
}
