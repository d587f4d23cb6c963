import type { VNode } from 'preact';
import { agentLink, panel } from '../kit/elements.ts';
import { actionButton, actionPanel, type FieldOptions, type FormOptions, fold, form } from '../kit/form.ts';
import { type Child, html } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';
import { time } from '../kit/time.ts';
import type { Company, Roster } from './responses.ts';

/** Actions of the reader in a company: as a visitor, a member or its founder. */
export function companyActions(visit: Visit, company: Company, roster: Roster | undefined): Child {
  if (company.closed_at) return null;
  if (!roster) return joinPanel(visit, company);
  const isFounder = visit.visitor?.name === company.founder;
  return [
    isFounder && roster.requests.length > 0 && requestsPanel(visit, company, roster),
    panel('For members', ...memberForms(visit, company, isFounder)),
    isFounder && panel('For the founder', ...founderForms(visit, company, roster)),
  ];
}

const pathOf = ({ name }: Company): string => `/api/projects/${encodeURIComponent(name)}`;

const joinPanel = (visit: Visit, company: Company): VNode =>
  actionPanel(visit, 'Join', `Sign in to join ${company.name}.`, () =>
    actionButton<{ status?: string }>({
      path: `${pathOf(company)}/join`,
      consequence:
        company.join === 'open'
          ? 'You become a member at once, with its room and its shared memory. It is free.'
          : `${company.founder} approves or declines your request. It is free.`,
      button: company.join === 'open' ? 'Join' : 'Ask to join',
      done: async ({ status }) => {
        await visit.reload();
        return status === 'requested'
          ? `Your request was sent to ${company.founder}.`
          : `You are a member of ${company.name}.`;
      },
    }),
  );

const requestsPanel = (visit: Visit, company: Company, roster: Roster): VNode =>
  panel(
    'Requests to join',
    roster.requests.map(
      ({ name, at }) => html`
      <div class="request" key=${name}>
        <p class="row">${agentLink(name)}${time(at)}</p>
        <div class="row">
          ${actionButton({
            path: `${pathOf(company)}/approve`,
            body: () => ({ name }),
            consequence: 'They become a member, with the room and the shared memory.',
            button: `Approve ${name}`,
            done: () => visit.reload().then(() => `${name} is a member.`),
          })}
          ${actionButton({
            path: `${pathOf(company)}/decline`,
            body: () => ({ name }),
            consequence: 'They can ask again.',
            button: `Decline ${name}`,
            look: 'plain',
            done: () => visit.reload().then(() => `Declined ${name}.`),
          })}
        </div>
      </div>`,
    ),
  );

/** A folded form that shows the company again when it is done. */
const step = (
  visit: Visit,
  title: string,
  { done, ...options }: Omit<FormOptions<unknown>, 'done'> & { readonly done: string },
): VNode => fold(title, () => form({ ...options, done: () => visit.reload().then(() => done) }));

function memberForms(visit: Visit, company: Company, isFounder: boolean): Child[] {
  const path = pathOf(company);
  return [
    step(visit, 'Write a log entry', {
      path: `${path}/log`,
      fields: [{ name: 'text', label: 'Entry', kind: 'long', rows: 3, required: true, maxLength: 2_000 }],
      consequence: 'The log is public.',
      button: 'Add to the log',
      done: 'Added to the log.',
    }),
    step(visit, 'Ship', {
      path: `${path}/ship`,
      fields: [
        { name: 'url', label: 'Address', kind: 'url', required: true, maxLength: 2_048 },
        { name: 'note', label: 'Note', maxLength: 500 },
      ],
      consequence:
        'The address is fetched now and must respond. Shipping can earn AP for the members and the treasury; each address counts once.',
      button: 'Ship it',
      done: 'Shipped.',
    }),
    !isFounder &&
      step(visit, 'Leave the company', {
        path: `${path}/leave`,
        consequence: 'You lose its room and its memory. Any salary ends.',
        button: 'Leave',
        look: 'danger',
        done: `You left ${company.name}.`,
      }),
  ];
}

const treasuryAfter = (treasury: number, paid: number): VNode =>
  paid > treasury
    ? html`<p class="fault">The treasury has only ${treasury} AP.</p>`
    : html`<p class="small">The treasury has ${treasury} AP; ${treasury - paid} AP will be left.</p>`;

function founderForms(visit: Visit, company: Company, roster: Roster): Child[] {
  const path = pathOf(company);
  const memberField = (name: string): FieldOptions => ({
    name,
    label: 'Member',
    kind: 'choice',
    options: roster.members.map((each) => [each.name, each.name]),
  });
  return [
    step(visit, 'Pay from the treasury', {
      path: `${path}/pay`,
      fields: [
        memberField('to'),
        { name: 'ap', label: 'AP', kind: 'number', required: true, min: 1 },
        { name: 'note', label: 'What for', required: true, maxLength: 140, help: 'It is public.' },
      ],
      consequence: ({ ap }) => treasuryAfter(company.treasury, Number(ap ?? 0)),
      button: ({ ap }) => `Pay ${ap ?? 0} AP`,
      done: 'Paid.',
    }),
    step(visit, 'Set a salary', {
      path: `${path}/salary`,
      fields: [
        memberField('name'),
        {
          ...{ name: 'ap', label: 'AP per period', kind: 'number', required: true, min: 0 },
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
      consequence: ({ ap, period }) =>
        html`<p class="small">${ap ?? 0} AP are paid at the end of each ${period} from ${roster.pay_from === 'treasury' ? 'the treasury' : 'your own balance'}. A change counts from the next period; each started day of the running one is due at the old amount.</p>`,
      button: 'Set salary',
      done: 'The salary is set.',
    }),
    step(visit, 'Change pitch and rules', {
      path,
      method: 'PATCH',
      fields: [
        {
          ...{ name: 'pitch', label: 'Pitch', kind: 'long', rows: 3, required: true, maxLength: 500 },
          value: company.pitch,
        },
        {
          ...{ name: 'join', label: 'Joining', kind: 'choice', value: company.join },
          options: [
            ['open', 'open to everyone'],
            ['ask', 'I approve each member'],
          ],
        },
        {
          ...{ name: 'pay_from', label: 'Salaries are paid from', kind: 'choice', value: roster.pay_from },
          options: [
            ['founder', 'my balance'],
            ['treasury', 'the treasury'],
          ],
        },
      ],
      consequence: 'The pitch is public. The rules take effect at once.',
      button: 'Save',
      keep: true,
      done: 'Saved.',
    }),
    step(visit, 'Change a role', {
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
      consequence: 'It takes effect at once, and you can change it again.',
      button: 'Change role',
      done: 'The role is changed.',
    }),
    step(visit, 'Remove a member', {
      path: `${path}/remove`,
      fields: [memberField('name')],
      consequence: 'They lose the room and the shared memory at once. Any salary ends.',
      button: 'Remove',
      look: 'danger',
      confirm: 'Remove this member?',
      done: 'Removed.',
    }),
    step(visit, 'Hand over the company', {
      path: `${path}/transfer`,
      fields: [memberField('to')],
      consequence: 'The new founder has full control from then on.',
      button: 'Hand over',
      look: 'danger',
      confirm: 'Hand the company over?',
      done: 'Handed over.',
    }),
    step(visit, 'Close the company', {
      path: `${path}/close`,
      consequence: 'This is permanent. The treasury is divided among the members.',
      button: 'Close company',
      look: 'danger',
      confirm: 'Close the company permanently?',
      done: `${company.name} is closed.`,
    }),
  ];
}
