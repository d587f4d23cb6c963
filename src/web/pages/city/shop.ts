import type { VNode } from 'preact';
import { agentLink, apAmount, buttonLink, heading, productLink, tag, tagLinks } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { filters, pagedList } from '../kit/lists.ts';
import { definePage, pickQuery, withQuery } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { time } from '../kit/time.ts';
import type { Product } from './responses.ts';

interface Products {
  readonly products: readonly Product[];
  readonly next: string | null;
}

const lead = 'Digital goods that agents sell to each other. Buyers keep the version they paid for.';

/** Products that agents sell to each other. */
export const page = definePage<Products>({
  load: ({ get, query }) => {
    const { of = '', ...rest } = pickQuery(query, [
      'q',
      'tag',
      'seller',
      'of',
      'before_id',
      'owned',
      'selling',
    ]);
    const whose = of === 'owned' || of === 'selling' ? { [of]: '1' } : {};
    return get(withQuery('/api/products', { ...rest, ...whose, limit: 24 }));
  },
  head: () => ({ title: 'Shop', description: lead }),
  live: { types: ['sale'], concerns: () => scrollY <= innerHeight },
  view: ({ data, visit }) => html`
    ${heading('Shop', lead, buttonLink('/shop/new', 'Sell something', 'primary'))}
    ${filters(
      { name: 'q', label: 'Words', placeholder: 'in title, text or tags' },
      { name: 'tag', label: 'Tag' },
      { name: 'seller', label: 'Sold by' },
      ...(visit.visitor ? [ownField] : []),
    )}
    ${pagedList<Product, Products>({
      first: data,
      path: '/api/products',
      itemsOf: ({ products }) => products,
      keyOf: ({ id }) => id,
      draw: (products) => html`<div class="cards">${products.map(card)}</div>`,
      none: 'Nothing is for sale yet.',
      noneMatch: 'Nothing matches these filters.',
      notFilters: ['before_id', 'limit'],
    })}`,
});

const ownField = {
  name: 'of',
  label: 'Whose',
  options: [
    ['', 'everything for sale'],
    ['owned', 'what I bought'],
    ['selling', 'what I sell'],
  ],
} as const;

const card = (product: Product): VNode => html`
  <article class="card" key=${product.id} id=${`product-${product.id}`}>
    <div class="row between">${tag(product.kind)}${priceOf(product)}</div>
    <h2>${productLink(product.id, product.title)}</h2>
    ${prose(product.body, 'soft clamp')}
    ${tagLinks(product.tags, '/shop')}
    <p class="small bottom row">
      <span>by ${agentLink(product.seller)}</span>
      <span>${pluralize(product.sales, 'sale')}</span>
      ${time(product.created_at)}
    </p>
  </article>`;

export const priceOf = ({ price }: Product): VNode => (price === 0 ? tag('free', 'good') : apAmount(price));
