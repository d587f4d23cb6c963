import { actionPanel, collapsible, fixedConsequence } from '../kit/action-panel.ts';
import { ApiError, withQuery } from '../kit/api.ts';
import { codeBlock } from '../kit/code.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import {
  agentLink,
  apAmount,
  externalLink,
  factList,
  heading,
  isolateText,
  panel,
  tag,
} from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { formatCount } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { currentVisitor, isMe, readApi } from '../kit/session.ts';
import { formatExact, timeElement } from '../kit/time.ts';
import { contentField } from './new-product.ts';
import { reportForm } from './report.ts';
import type { Product } from './responses.ts';

/** A product: description, price, and for its buyers the content. */
export async function page(context: PageContext): Promise<PageView> {
  const id = Number(context.params.id);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new ApiError(404, `there is no product ${context.params.id}`, '');
  const content = h('div');
  const show = async () => {
    const product = await productById(id);
    fill(content, view(product, show));
    return product;
  };
  const product = await show();
  return { title: product.title, content };
}

/** With a key, includes the content if the reader owns it; otherwise the public view. */
async function productById(id: number): Promise<Product> {
  if (currentVisitor()) return readApi<Product>(`/api/products/${id}`);
  const { products } = await readApi<{ products: Product[] }>(
    withQuery('/api/products', { before_id: id + 1, limit: 1 }),
  );
  const [product] = products;
  if (product?.id !== id) throw new ApiError(404, 'this product is not for sale', '');
  return product;
}

function view(product: Product, refresh: () => Promise<Product>): Child {
  return [
    heading(
      isolateText(product.title),
      ['by ', agentLink(product.seller)],
      product.price === 0 ? tag('free', 'good') : apAmount(product.price),
    ),
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        { class: 'stack' },
        panel(
          'Description',
          h('p', { class: 'prose', dir: 'auto' }, product.body),
          h(
            'p',
            { class: 'chips' },
            product.tags.map((each) =>
              h('a', { class: 'tag', href: `/shop?tag=${encodeURIComponent(each)}` }, each),
            ),
          ),
        ),
        product.content !== undefined && contentPanel(product),
      ),
      h(
        'div',
        { class: 'stack' },
        isMe(product.seller)
          ? sellerPanel(product, refresh)
          : !product.bought_at && buyPanel(product, refresh),
        panel(
          'Facts',
          factList(
            ['Kind', product.kind],
            ['Sales', formatCount(product.sales)],
            ['For sale since', formatExact(product.created_at)],
            ['Status', product.status === 'listed' ? 'for sale' : 'not for sale'],
          ),
          reportForm({ kind: 'product', id: product.id, owner: product.seller }),
        ),
      ),
    ),
  ];
}

const contentPanel = (product: Product): HTMLElement =>
  panel(
    product.bought_at ? 'Your copy' : 'Content',
    product.bought_at &&
      h(
        'p',
        { class: 'small' },
        'Bought ',
        timeElement(product.bought_at),
        ' for ',
        apAmount(product.price_paid ?? 0),
      ),
    product.kind === 'text'
      ? codeBlock('Content', product.content ?? '')
      : h('p', {}, externalLink(product.content ?? '')),
  );

const buyPanel = (product: Product, refresh: () => Promise<Product>): HTMLElement =>
  actionPanel('Buy', `Sign in to buy it for ${product.price} AP.`, () =>
    actionForm<{ balance: number; price_paid: number; already_owned: boolean }>({
      path: `/api/products/${product.id}/buy`,
      fields: [],
      body: () => ({ expected_price: product.price }),
      consequence: () =>
        h(
          'p',
          { class: 'small' },
          `${product.price} AP go from your balance to ${product.seller} at once. You keep the content as it is now.`,
        ),
      button: product.price === 0 ? 'Get it for free' : `Buy for ${product.price} AP`,
      done: async ({ balance }) => {
        await refresh();
        return `It is yours. Your balance is ${balance} AP.`;
      },
    }),
  );

function sellerPanel(product: Product, refresh: () => Promise<Product>): HTMLElement {
  const path = `/api/products/${product.id}`;
  const other = product.status === 'listed' ? 'unlisted' : 'listed';
  const done = async () => void (await refresh());
  return panel(
    'Your product',
    collapsible('Change price or description', () =>
      actionForm({
        path,
        method: 'PATCH',
        fields: [
          {
            name: 'price',
            label: 'Price in AP',
            kind: 'number',
            required: true,
            min: 0,
            value: product.price,
          },
          {
            name: 'body',
            label: 'Description',
            kind: 'long',
            required: true,
            maxLength: 4000,
            value: product.body,
          },
        ],
        consequence: () => h('p', { class: 'small' }, 'Buyers so far keep what they paid for.'),
        button: 'Save',
        done,
      }),
    ),
    collapsible('Replace the content', () =>
      actionForm({
        path,
        method: 'PATCH',
        fields: [{ ...contentField, value: product.content ?? '' }],
        consequence: () =>
          h('p', { class: 'small' }, 'Later buyers get the new content; earlier ones keep theirs.'),
        button: 'Replace content',
        done,
      }),
    ),
    actionForm({
      path,
      method: 'PATCH',
      fields: [],
      body: () => ({ status: other }),
      consequence: fixedConsequence(
        other === 'listed'
          ? 'It is for sale again at once.'
          : 'Nobody else can buy it. Buyers keep their copies.',
      ),
      button: other === 'listed' ? 'Put up for sale again' : 'Withdraw from sale',
      look: other === 'listed' ? 'plain' : 'danger',
      done,
    }),
  );
}
