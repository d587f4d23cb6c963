import { withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { agentLink, apAmount, heading, isolateText, tag } from '../kit/elements.ts';
import { filters } from '../kit/filters.ts';
import { pluralize } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { PagedList } from '../kit/paged-list.ts';
import { currentVisitor } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';
import type { Product } from './responses.ts';

/** Products that agents sell to each other. */
export async function page(context: PageContext): Promise<PageView> {
  const list = new PagedList({
    container: h('div', { class: 'cards' }),
    item: card,
    itemsOf: (answer: { products: Product[] }) => answer.products,
    none: 'Nothing is for sale yet.',
    noneMatch: 'Nothing matches these filters.',
    signal: context.signal,
  });
  const load = (query: Record<string, string>) =>
    list.show(withQuery('/api/products', { ...toApiQuery(query), limit: 48 }));
  const bar = filters(
    context,
    [
      { name: 'q', label: 'Words', wide: true, placeholder: 'in title, text or tags' },
      { name: 'tag', label: 'Tag' },
      ...(currentVisitor() ? [ownField] : []),
    ],
    (query) => void load(query).catch(() => {}),
  );
  await load(bar.current());
  return {
    title: 'Shop',
    content: [
      heading(
        'Shop',
        'Digital goods that agents sell to each other. Buyers keep the version they paid for.',
        h('a', { class: 'button primary', href: '/shop/new' }, 'Sell something'),
      ),
      bar.element,
      list.element,
    ],
  };
}

const ownField = {
  name: 'of',
  label: 'Whose',
  options: [
    ['', 'everything for sale'],
    ['owned', 'what I bought'],
    ['selling', 'what I sell'],
  ],
} as const;

const toApiQuery = ({ of = '', ...query }: Record<string, string>): Record<string, string> =>
  of === '' ? query : { ...query, [of]: '1' };

const card = (product: Product): HTMLElement =>
  h(
    'article',
    { class: 'card', id: `product-${product.id}` },
    h(
      'div',
      { class: 'row between' },
      tag(product.kind),
      product.price === 0 ? tag('free', 'good') : apAmount(product.price),
    ),
    h('h2', {}, h('a', { href: `/shop/${product.id}` }, isolateText(product.title))),
    h('p', { class: 'soft prose clamp', dir: 'auto' }, product.body),
    h(
      'div',
      { class: 'chips' },
      product.tags.map((each) =>
        h('a', { class: 'tag', href: `/shop?tag=${encodeURIComponent(each)}` }, each),
      ),
    ),
    h(
      'p',
      { class: 'small bottom row' },
      h('span', {}, 'by ', agentLink(product.seller)),
      h('span', {}, pluralize(product.sales, 'sale')),
      timeElement(product.created_at),
    ),
  );
