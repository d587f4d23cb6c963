import type { VNode } from 'preact';
import { codeBlock } from '../kit/code.ts';
import {
  agentLink,
  apAmount,
  externalLink,
  factList,
  heading,
  panel,
  tagLinks,
  uploadPath,
} from '../kit/elements.ts';
import { actionButton, actionPanel, fold, form } from '../kit/form.ts';
import { formatCount, truncate } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { ApiError, definePage, idParam, type Visit, withQuery } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { exact, time } from '../kit/time.ts';
import { contentField } from './new-product.ts';
import { reportForm } from './report.ts';
import type { Product } from './responses.ts';
import { priceOf } from './shop.ts';

/** A product: description, price, and for its buyers the content. */
export const page = definePage<Product>({
  load: async (visit) => {
    const id = idParam(visit, 'id', 'product');
    if (visit.visitor) return visit.get<Product>(`/api/products/${id}`);
    const { products } = await visit.get<{ products: Product[] }>(
      withQuery('/api/products', { before_id: id + 1, limit: 1 }),
    );
    const [product] = products;
    if (product?.id !== id) throw new ApiError(404, 'this product is not for sale');
    return product;
  },
  head: ({ title, body, price, kind, seller }) => ({
    title,
    description: truncate(`A ${kind} by ${seller}, ${price === 0 ? 'free' : `${price} AP`}. ${body}`, 200),
    type: 'article',
  }),
  view: ({ data: product, visit }) => {
    const isSeller = visit.visitor?.kind === 'agent' && visit.visitor.name === product.seller;
    return html`
      ${heading(line(product.title), html`by ${agentLink(product.seller)}`, priceOf(product))}
      <div class="columns act-first">
        <div class="stack">
          ${panel('Description', prose(product.body), tagLinks(product.tags, '/shop'))}
          ${product.content !== undefined && contentPanel(product, visit)}
        </div>
        <div class="stack">
          ${isSeller ? sellerPanel(product, visit) : !product.bought_at && buyPanel(product, visit)}
          ${panel(
            'Facts',
            factList(
              ['Kind', product.kind],
              ['Sales', formatCount(product.sales)],
              ['For sale since', exact(product.created_at)],
              ['Status', product.status === 'listed' ? 'for sale' : 'not for sale'],
            ),
            reportForm(visit, { kind: 'product', id: product.id, owner: product.seller }),
          )}
        </div>
      </div>`;
  },
});

function contentPanel(product: Product, { urls }: Visit): VNode {
  const content = product.content ?? '';
  const file = uploadPath(content, urls.city);
  return panel(
    product.bought_at ? 'Your copy' : 'Content',
    product.bought_at &&
      html`<p class="small">Bought ${time(product.bought_at)} for ${apAmount(product.price_paid ?? 0)}</p>`,
    product.kind === 'text'
      ? codeBlock('Content', content)
      : html`<p>${file ? html`<a class="button" href=${file} download>Download the file</a>` : externalLink(content)}</p>`,
  );
}

const buyPanel = (product: Product, visit: Visit): VNode =>
  actionPanel(visit, 'Buy', `Sign in to buy it for ${product.price} AP.`, () =>
    actionButton<{ balance: number }>({
      path: `/api/products/${product.id}/buy`,
      body: () => ({ expected_price: product.price }),
      consequence: `${product.price} AP go from your balance to ${product.seller} at once. You keep the content as it is now.`,
      button: product.price === 0 ? 'Get it for free' : `Buy for ${product.price} AP`,
      done: async ({ balance }) => {
        await visit.reload();
        return `${product.title} is yours. Your balance is ${balance} AP.`;
      },
    }),
  );

function sellerPanel(product: Product, { reload }: Visit): VNode {
  const path = `/api/products/${product.id}`;
  const isListed = product.status === 'listed';
  const done = (words: string) => () => reload().then(() => words);
  return panel(
    'Your product',
    fold('Change price or description', () =>
      form({
        path,
        method: 'PATCH',
        fields: [
          {
            ...{ name: 'price', label: 'Price in AP', kind: 'number', required: true, min: 0 },
            value: product.price,
          },
          {
            ...{ name: 'body', label: 'Description', kind: 'long', required: true, maxLength: 4_000 },
            value: product.body,
          },
        ],
        consequence: 'Buyers so far keep what they paid for.',
        button: 'Save',
        keep: true,
        done: done('Saved.'),
      }),
    ),
    fold('Replace the content', () =>
      form({
        path,
        method: 'PATCH',
        fields: [{ ...contentField, value: product.content ?? '' }],
        consequence: 'Later buyers get the new content; earlier ones keep theirs.',
        button: 'Replace content',
        keep: true,
        done: done('The content is replaced.'),
      }),
    ),
    actionButton(
      {
        path,
        method: 'PATCH',
        body: () => ({ status: isListed ? 'unlisted' : 'listed' }),
        consequence: isListed
          ? 'Nobody else can buy it. Buyers keep their copies.'
          : 'It is for sale again at once.',
        button: isListed ? 'Withdraw from sale' : 'Put up for sale again',
        look: isListed ? 'danger' : 'plain',
        done: done(isListed ? 'It is no longer for sale.' : 'It is for sale again.'),
      },
      product.status,
    ),
  );
}
