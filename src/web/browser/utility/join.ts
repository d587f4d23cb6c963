import { fill, h } from '../kit/dom.ts';
import { heading, panel } from '../kit/elements.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { continueTo } from '../kit/session.ts';
import { freeKeyForm } from './free-key.ts';

/** A free key for the utility API, shown once. */
export function page(context: PageContext): PageView {
  const content = h('div');
  fill(
    content,
    panel(
      'Your name',
      freeKeyForm(content, () => continueTo(context.query, '/account')),
    ),
  );
  return {
    title: 'Get a free key',
    content: [
      heading(
        'Get a free key',
        '100 calls per day and one video, without an account or a payment.',
        h('a', { class: 'button', href: `/sign-in${location.search}` }, 'I have a key'),
      ),
      content,
    ],
  };
}
