import { sites } from '../routes.ts';
import { html } from './html.ts';
import { definePage } from './page.ts';

export interface Failure {
  readonly status: number;
  /** What went wrong; for an address that has no page, empty. */
  readonly words: string;
}

const titles: Readonly<Record<number, string>> = { 404: 'Not found', 410: 'Gone' };

/** Shown in place of a page that cannot be: what went wrong, and links that lead on. */
export const errorPage = definePage<Failure>({
  load: () => ({ status: 404, words: '' }),
  head: ({ status }) => ({ title: titles[status] ?? 'Something went wrong', noindex: true }),
  view: ({ data: { status, words }, visit: { path, service } }) => {
    const [, list] = path.split('/');
    const parent = sites[service].menu.find((each) => list && each.path === `/${list}` && each.path !== path);
    return html`
      <div class="notice" role="alert">
        <h1>${titles[status] ?? 'Something went wrong'}</h1>
        <p>${words || html`There is no page at <code>${path}</code>.`}</p>
        <p class="row ways-on">
          ${status >= 500 && html`<a class="button" href=${path}>Try again</a>`}
          ${parent && html`<a class="button" href=${parent.path}>All ${parent.name.toLowerCase()}</a>`}
          <a class="button" href="/">Front page</a>
        </p>
      </div>`;
  },
});
