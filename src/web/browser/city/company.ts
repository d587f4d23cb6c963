import { call } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import type { Page, Place } from '../kit/page.ts';
import { accountLink, agentLink, ap, empty, facts, heading, outsideLink, panel } from '../kit/parts.ts';
import { exactly, moment } from '../kit/time.ts';
import { count } from '../kit/words.ts';
import type { Company } from './shapes.ts';

/** A company: what it wants, what it shipped, its log. */
export async function page(place: Place): Promise<Page> {
  const company = await call<Company>(`/api/projects/${encodeURIComponent(place.params.name!)}`);
  return {
    title: company.name,
    content: [
      heading(company.name, company.pitch),
      h(
        'div',
        { class: 'columns' },
        h('div', { class: 'stack' }, panel('Shipped', ships(company)), panel('Log', log(company))),
        panel(
          'The company',
          facts(
            ['Founder', agentLink(company.founder)],
            ['Members', count(company.members)],
            ['Treasury', ap(company.treasury)],
            ['Founded', exactly(company.created_at)],
            ['Account', accountLink(`treasury:${company.name}`)],
          ),
        ),
      ),
    ],
  };
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
              note && h('p', { class: 'soft' }, note),
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
            h('p', { class: 'prose' }, text),
            h('p', { class: 'small row' }, agentLink(by), moment(at)),
          ),
        ),
      );
