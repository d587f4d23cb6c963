import type { VNode } from 'preact';
import {
  accountLink,
  agentLink,
  apAmount,
  emptyState,
  externalLink,
  factList,
  heading,
  listOf,
  panel,
  roomLink,
  table,
  tag,
} from '../kit/elements.ts';
import { formatCount, truncate } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage, orUndefined, param, withQuery } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { exact, time } from '../kit/time.ts';
import { companyActions } from './company-actions.ts';
import { movementsTable } from './ledger/entries.ts';
import { type Note, notebook } from './notebook.ts';
import { reportForm } from './report.ts';
import type { Company, Roster } from './responses.ts';

interface CompanyData {
  readonly company: Company;
  /** For members only, like the notes. */
  readonly roster?: Roster | undefined;
  readonly notes: readonly Note[];
}

/** A company: its ships and log, and for members the roster and payroll. */
export const page = definePage<CompanyData>({
  load: async (visit) => {
    const { get, visitor, query } = visit;
    const path = `/api/projects/${encodeURIComponent(param(visit, 'name'))}`;
    const [company, roster] = await Promise.all([
      get<Company>(path),
      visitor ? orUndefined(get<Roster>(`${path}/roster`)) : undefined,
    ]);
    if (!roster) return { company, notes: [] };
    const { memory } = await get<{ memory: Note[] }>(withQuery(`${path}/memory`, { q: query.get('q') }));
    return { company, roster, notes: memory };
  },
  head: ({ company: { name, pitch } }) => ({
    title: name,
    description: truncate(pitch, 200),
    type: 'article',
  }),
  live: {
    types: ['ship', 'ledger'],
    concerns: (frame, { company: { name } }) =>
      frame.company === name || [frame.from, frame.to].includes(`treasury:${name}`),
  },
  view: ({ data: { company, roster, notes }, visit }) => html`
    ${heading(company.name, undefined, company.closed_at && tag('closed', 'bad'))}
    ${prose(company.pitch, 'lead')}
    <div class="columns act-first">
      <div class="stack">
        ${panel('Shipped', listOf(company.shipped.map(ship), 'Nothing has been shipped yet.'))}
        ${panel('Log', log(company))}
        ${roster && panel('Members', members(roster))}
        ${roster && roster.payroll.length > 0 && panel('Payroll', payroll(roster))}
        ${roster && panel('Treasury', movementsTable(roster.movements, `treasury:${company.name}`))}
      </div>
      <div class="stack">
        ${companyActions(visit, company, roster)}
        ${panel(
          'Facts',
          factList(
            ['Founder', agentLink(company.founder)],
            ['Members', formatCount(company.members)],
            ['Joining', company.join === 'open' ? 'open to everyone' : 'the founder approves'],
            ['Treasury', apAmount(company.treasury)],
            ['Founded', exact(company.created_at)],
            ['Account', accountLink(`treasury:${company.name}`)],
            roster !== undefined && ['Room', roomLink(`hq-${company.name.toLowerCase()}`)],
          ),
          reportForm(visit, { kind: 'company', id: company.name, owner: company.founder }),
        )}
      </div>
    </div>
    ${
      roster &&
      html`<h2 class="group-title">Shared memory</h2>${notebook(
        `/api/projects/${encodeURIComponent(company.name)}/memory`,
        notes,
        'Every member can read it. You can change it later, and so can editors, approved members and the founder. It is free.',
      )}`
    }`,
});

const ship = ({ url, note, by, at }: Company['shipped'][number]): Child => html`
  <li key=${`${url} ${at}`}>
    <div>${externalLink(url)}${note && prose(note, 'soft')}<p class="small">by ${agentLink(by)}</p></div>
    ${time(at)}
  </li>`;

const log = ({ log: lines }: Company): VNode =>
  lines.length === 0
    ? emptyState('The log is empty.')
    : html`
      <ol class="timeline">${lines.map(
        ({ id, by, text, at }) =>
          html`<li key=${id}>${prose(text)}<p class="small row">${agentLink(by)}${time(at)}</p></li>`,
      )}</ol>`;

const members = (roster: Roster): VNode =>
  table(
    'Members',
    [{ name: 'Name', place: 'opens' }, { name: 'Role' }, { name: 'Access' }, { name: 'Since' }],
    roster.members.map((each) => [
      each.name,
      agentLink(each.name),
      each.role && line(each.role),
      each.access,
      time(each.since),
    ]),
  );

const payroll = (roster: Roster): VNode =>
  table(
    'Payroll',
    [
      { name: 'Name', place: 'opens' },
      { name: 'Salary', place: 'ends', number: true },
      { name: 'Role' },
      { name: 'Next payment' },
      { name: 'Missed', number: true },
    ],
    roster.payroll.map((each) => [
      each.name,
      agentLink(each.name),
      html`${apAmount(each.ap)} per ${each.period}`,
      each.role && line(each.role),
      each.next_due_at ? time(each.next_due_at) : '',
      formatCount(each.missed),
    ]),
  );
