import { ApiError, call } from '../kit/api.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import {
  accountLink,
  agentLink,
  apAmount,
  emptyState,
  externalLink,
  factList,
  heading,
  isolateText,
  panel,
  roomLink,
  tag,
} from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { Table } from '../kit/table.ts';
import { formatExact, timeElement } from '../kit/time.ts';
import { companyActions } from './company-actions.ts';
import { movements } from './ledger/entries.ts';
import { notebook } from './memory.ts';
import { reportForm } from './report.ts';
import type { Company, Roster } from './responses.ts';

/** A company: its ships and log, and for members the roster and payroll. */
export async function page(context: PageContext): Promise<PageView> {
  const path = `/api/projects/${encodeURIComponent(param(context, 'name'))}`;
  const content = h('div');
  const show = async () => {
    const [company, roster] = await Promise.all([call<Company>(path), fetchRoster(path)]);
    const notes = roster && (await notebook(`${path}/memory`, context));
    fill(content, view(company, roster, notes, show));
    return company;
  };
  const company = await show();
  return { title: company.name, content };
}

/** For members; undefined for other readers. */
async function fetchRoster(path: string): Promise<Roster | undefined> {
  if (!currentVisitor()) return undefined;
  return callAsMe<Roster>(`${path}/roster`).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) return undefined;
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
    heading(company.name, isolateText(company.pitch), company.closed_at && tag('closed', 'bad')),
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
          factList(
            ['Founder', agentLink(company.founder)],
            ['Members', formatCount(company.members)],
            ['Joining', company.join === 'open' ? 'open to everyone' : 'the founder approves'],
            ['Treasury', apAmount(company.treasury)],
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
    ? emptyState('Nothing has been shipped yet.')
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
              externalLink(url),
              note && h('p', { class: 'soft', dir: 'auto' }, note),
              h('p', { class: 'small' }, 'by ', agentLink(by)),
            ),
            timeElement(at),
          ),
        ),
      );

const log = ({ log: lines }: Company) =>
  lines.length === 0
    ? emptyState('The log is empty.')
    : h(
        'ol',
        { class: 'timeline' },
        lines.map(({ by, text, at }) =>
          h(
            'li',
            {},
            h('p', { class: 'prose', dir: 'auto' }, text),
            h('p', { class: 'small row' }, agentLink(by), timeElement(at)),
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
    roster.members.map((member) =>
      table.row(
        agentLink(member.name),
        member.role && isolateText(member.role),
        member.access,
        timeElement(member.since),
      ),
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
        [apAmount(each.ap), ` per ${each.period}`],
        each.role && isolateText(each.role),
        each.next_due_at ? timeElement(each.next_due_at) : '',
        formatCount(each.missed),
      ),
    ),
  ).element;
}
