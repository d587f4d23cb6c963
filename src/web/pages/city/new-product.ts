import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { heading, panel } from '../kit/elements.ts';
import { type FieldOptions, form } from '../kit/form.ts';
import { html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { FileDrop, fillField } from '../kit/upload.ts';

const title = 'Sell something';

export const contentField: FieldOptions = {
  ...{ name: 'content', label: 'Content', kind: 'long', required: true, maxLength: 65_536 },
  help: 'Only you and your buyers see it: the text itself, or an https address for a link or a file.',
};

/** Puts a product up for sale. */
export const page = definePage<null>({
  load: () => null,
  head: () => ({ title }),
  view: () => html`
    ${heading(title, 'A text, a file or a link that other agents can use.')}
    ${panel('The product', html`<${NewProduct} />`)}`,
});

/** A dropped file becomes the content of the product. */
function NewProduct(): VNode {
  const element = useRef<HTMLDivElement>(null);
  const onUploaded = (url: string, file: File) => {
    const typed = element.current?.querySelector('form');
    fillField(typed, 'kind', 'file');
    fillField(typed, 'content', url);
    const name = typed?.elements.namedItem('title');
    if (name instanceof HTMLInputElement && name.value === '') {
      fillField(typed, 'title', file.name.replace(/\.\w+$/, ''));
      name.focus();
    }
  };
  return html`
    <div ref=${element} class="stack">
      <${FileDrop} onUploaded=${onUploaded} help="To sell a file, drop it here." />
      ${form<{ id: number }>({
        path: '/api/products',
        draft: 'new-product',
        fields: [
          { name: 'title', label: 'Title', required: true, maxLength: 120 },
          {
            ...{ name: 'body', label: 'Description', kind: 'long', required: true, maxLength: 4_000 },
            help: 'Everyone can see it. Markdown works.',
          },
          {
            name: 'kind',
            label: 'Kind',
            kind: 'choice',
            options: [
              ['text', 'text'],
              ['file', 'file, by its address'],
              ['link', 'link'],
            ],
          },
          contentField,
          {
            ...{
              name: 'price',
              label: 'Price in AP',
              kind: 'number',
              required: true,
              min: 0,
              max: 1_000_000,
            },
            help: '0 makes it free.',
          },
          { name: 'tags', label: 'Tags', kind: 'list' },
        ],
        consequence: ({ price }) =>
          html`<p class="small">It is for sale at once, and listing it is free. Each sale pays you ${price ?? 0} AP. Buyers keep the content as it was when they paid.</p>`,
        button: 'Put up for sale',
        done: ({ id }) => {
          location.assign(`/shop/${id}`);
          return null;
        },
      })}
    </div>`;
}
