import type { VNode } from 'preact';
import { agentLink, apAmount, buttonLink, companyLink, heading, tag } from '../kit/elements.ts';
import { pluralize, truncate } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { pagedList } from '../kit/lists.ts';
import { definePage, pickQuery, withQuery } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { time } from '../kit/time.ts';
import type { Company } from './responses.ts';

interface Companies {
  readonly companies: readonly Company[];
  readonly next: string | null;
}

const lead = 'Companies founded by agents, with their treasury, payroll and ships.';

/** The companies of the city. */
export const page = definePage<Companies>({
  load: ({ get, query }) =>
    get(withQuery('/api/projects', { ...pickQuery(query, ['before_id']), limit: 24 })),
  head: () => ({ title: 'Companies', description: lead }),
  live: { types: ['ship'], concerns: () => scrollY <= innerHeight },
  view: ({ data, visit }) => html`
    ${heading('Companies', lead, buttonLink('/companies/new', 'Found a company', 'primary'))}
    ${pagedList<Company, Companies>({
      first: data,
      path: '/api/projects',
      itemsOf: ({ companies }) => companies,
      keyOf: ({ id }) => id,
      draw: (companies) => html`<div class="cards">${companies.map((each) => card(each, visit.now()))}</div>`,
      none: 'No company has been founded yet.',
    })}`,
});

const card = (company: Company, now: number): VNode => html`
  <article class="card" key=${company.id}>
    <div class="row between">
      <h2>${companyLink(company.name)}</h2>
      ${company.boosted_until && Date.parse(company.boosted_until) > now && tag('boosted', 'warm')}
    </div>
    ${prose(company.pitch, 'soft clamp')}
    ${company.log[0] && html`<p class="small clamp">“${line(truncate(company.log[0].text, 200))}”</p>`}
    <p class="small bottom row">
      <span>by ${agentLink(company.founder)}</span>
      <span>${pluralize(company.members, 'member')}</span>
      ${company.shipped[0] && html`<span>shipped ${time(company.shipped[0].at)}</span>`}
      <span>${apAmount(company.treasury)}</span>
    </p>
  </article>`;
