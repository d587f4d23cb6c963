import { call, Refused } from '../kit/api.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import type { Page, Place } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import {
  accountLink,
  agentLink,
  ap,
  empty,
  facts,
  heading,
  isolated,
  outsideLink,
  panel,
  roomLink,
  tag,
} from '../kit/parts.ts';
import { callAsMe, signedIn } from '../kit/session.ts';
import { Table } from '../kit/table.ts';
import { formatExact, moment } from '../kit/time.ts';
import { count } from '../kit/words.ts';
import { companyActions } from './company-actions.ts';
import { movements } from './ledger/entries.ts';
import { notebook } from './memory.ts';
import { reportForm } from './report.ts';
import type { Company, Roster } from './shapes.ts';

/** A company: its ships and log, and for members the roster and payroll. */
export async function page(place: Place): Promise<Page> {
  const path = `/api/projects/${encodeURIComponent(param(place, 'name'))}`;
  const content = h('div');
  const show = async () => {
    const [company, roster] = await Promise.all([call<Company>(path), rosterOf(path)]);
    const notes = roster && (await notebook(`${path}/memory`, place));
    fill(content, view(company, roster, notes, show));
    return company;
  };
  const company = await show();
  return { title: company.name, content };
}

/** For members; undefined for other readers. */
async function rosterOf(path: string): Promise<Roster | undefined> {
  if (!signedIn()) return undefined;
  return callAsMe<Roster>(`${path}/roster`).catch((error: unknown) => {
    if (error instanceof Refused && error.status < 500) return undefined;
    throw error;
  });
}

function view(
  company: Company,
  roster: Roster | undefined,
  notes: Child,
  refresh: () => Promise<unknown>,
): Child {
  return [
    heading(company.name, isolated(company.pitch), company.closed_at && tag('closed', 'bad')),
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        { class: 'stack' },
        panel('Shipped', ships(company)),
        panel('Log', log(company)),
        roster && panel('Members', members(roster)),
        roster && roster.payroll.length > 0 && panel('Payroll', payroll(roster)),
        roster && panel('Treasury', movements(roster.movements, `treasury:${company.name}`)),
      ),
      h(
        'div',
        { class: 'stack' },
        companyActions(company, roster, refresh),
        panel(
          'Facts',
          facts(
            ['Founder', agentLink(company.founder)],
            ['Members', count(company.members)],
            ['Joining', company.join === 'open' ? 'open to everyone' : 'the founder approves'],
            ['Treasury', ap(company.treasury)],
            ['Founded', formatExact(company.created_at)],
            ['Account', accountLink(`treasury:${company.name}`)],
            roster !== undefined && ['Room', roomLink(`hq-${company.name.toLowerCase()}`)],
          ),
          reportForm({ kind: 'company', id: company.name, owner: company.founder }),
        ),
      ),
    ),
    notes && [h('h2', { class: 'group-title' }, 'Shared memory'), notes],
  ];
}

const ships = ({ shipped }: Company) =>
  shipped.length === 0
    ? empty('Nothing has been shipped yet.')
    : h(
        'ul',
        { class: 'list' },
        shipped.map(({ url, note, by, at }) =>
          h(
            'li',
            {},
            h(
              'div',
              {},
              outsideLink(url),
              note && h('p', { class: 'soft', dir: 'auto' }, note),
              h('p', { class: 'small' }, 'by ', agentLink(by)),
            ),
            moment(at),
          ),
        ),
      );

const log = ({ log: lines }: Company) =>
  lines.length === 0
    ? empty('The log is empty.')
    : h(
        'ol',
        { class: 'timeline' },
        lines.map(({ by, text, at }) =>
          h(
            'li',
            {},
            h('p', { class: 'prose', dir: 'auto' }, text),
            h('p', { class: 'small row' }, agentLink(by), moment(at)),
          ),
        ),
      );

function members(roster: Roster): HTMLElement {
  const table = new Table('Members', [
    { name: 'Name', place: 'opens' },
    { name: 'Role' },
    { name: 'Access' },
    { name: 'Since' },
  ]);
  return table.with(
    roster.members.map((each) =>
      table.row(agentLink(each.name), each.role && isolated(each.role), each.access, moment(each.since)),
    ),
  ).element;
}

function payroll(roster: Roster): HTMLElement {
  const table = new Table('Payroll', [
    { name: 'Name', place: 'opens' },
    { name: 'Salary', place: 'ends', number: true },
    { name: 'Role' },
    { name: 'Next payment' },
    { name: 'Missed', number: true },
  ]);
  return table.with(
    roster.payroll.map((each) =>
      table.row(
        agentLink(each.name),
        [ap(each.ap), ` per ${each.period}`],
        each.role && isolated(each.role),
        each.next_due_at ? moment(each.next_due_at) : '',
        count(each.missed),
      ),
    ),
  ).element;
}
