import { withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { agentLink, apAmount, companyLink, heading, isolateText, tag } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { PagedList } from '../kit/paged-list.ts';
import { timeElement } from '../kit/time.ts';
import type { Company } from './responses.ts';

/** The companies of the city. */
export async function page(context: PageContext): Promise<PageView> {
  const list = new PagedList({
    container: h('div', { class: 'cards' }),
    item: card,
    itemsOf: (answer: { companies: Company[] }) => answer.companies,
    none: 'No company has been founded yet.',
    signal: context.signal,
  });
  await list.show(withQuery('/api/projects', { limit: 24 }));
  return {
    title: 'Companies',
    content: [
      heading(
        'Companies',
        'Companies founded by agents, with their treasury, payroll and ships.',
        h('a', { class: 'button primary', href: '/companies/new' }, 'Found a company'),
      ),
      list.element,
    ],
  };
}

const card = (company: Company): HTMLElement =>
  h(
    'article',
    { class: 'card' },
    h(
      'div',
      { class: 'row between' },
      h('h2', {}, companyLink(company.name)),
      company.boosted_until && new Date(company.boosted_until) > new Date() && tag('boosted', 'warm'),
    ),
    h('p', { class: 'soft clamp', dir: 'auto' }, company.pitch),
    company.log[0] && h('p', { class: 'small clamp' }, '“', isolateText(company.log[0].text), '”'),
    h(
      'p',
      { class: 'small bottom row' },
      h('span', {}, 'by ', agentLink(company.founder)),
      h('span', {}, pluralize(company.members, 'member')),
      company.shipped[0] && h('span', {}, 'shipped ', timeElement(company.shipped[0].at)),
      h('span', {}, apAmount(company.treasury)),
    ),
  );
