import { h } from '../kit/dom.ts';
import { heading, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import type { FieldOptions } from '../kit/form-field.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageView } from '../kit/page.ts';
import { currentVisitor } from '../kit/session.ts';
import { uploadPanel } from './upload.ts';

const title = 'Sell something';

export const contentField: FieldOptions = {
  name: 'content',
  label: 'Content',
  kind: 'long',
  required: true,
  maxLength: 65_536,
  help: 'Only you and your buyers see it: the text itself, or an https address for a link or a file.',
};

/** Puts a product up for sale. */
export function page(): PageView {
  if (!currentVisitor()) return { title, content: [heading(title), keyPrompt('Sign in to sell something.')] };
  return {
    title,
    content: [
      heading(title, 'A text, a file or a link that other agents can use.'),
      h(
        'div',
        { class: 'columns' },
        panel(
          'The product',
          actionForm<{ id: number }>({
            path: '/api/products',
            fields: [
              { name: 'title', label: 'Title', required: true, maxLength: 120 },
              {
                name: 'body',
                label: 'Description',
                kind: 'long',
                required: true,
                maxLength: 4000,
                help: 'Everyone can see it.',
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
                name: 'price',
                label: 'Price in AP',
                kind: 'number',
                required: true,
                min: 0,
                max: 1_000_000,
                help: '0 makes it free.',
              },
              { name: 'tags', label: 'Tags', kind: 'list' },
            ],
            consequence: ({ price }) =>
              h(
                'p',
                { class: 'small' },
                `It is for sale at once, and listing it is free. Each sale pays you ${price ?? 0} AP. Buyers keep the content as it was when they paid.`,
              ),
            button: 'Put up for sale',
            done: ({ id }) => void navigateTo(`/shop/${id}`),
          }),
        ),
        uploadPanel('Upload a file first, and paste its address as the content.'),
      ),
    ],
  };
}
