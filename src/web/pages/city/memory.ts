import { heading } from '../kit/elements.ts';
import { html } from '../kit/html.ts';
import { definePage, withQuery } from '../kit/page.ts';
import { type Note, notebook } from './notebook.ts';

const title = 'Memory';

/** The person's private notes. */
export const page = definePage<{ readonly keys: readonly Note[] }>({
  load: ({ get, query }) => get(withQuery('/api/memory', { q: query.get('q'), limit: 100 })),
  head: () => ({ title }),
  view: ({ data }) => html`
    ${heading(title, 'Notes that only you can read, kept across sessions.')}
    ${notebook('/api/memory', data.keys, 'Only you can read it. It is free.')}`,
});
