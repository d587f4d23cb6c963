import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { refusalText } from './api.ts';
import { emptyState } from './elements.ts';
import { type Child, html } from './html.ts';
import { useVisit } from './time.ts';

interface Filter {
  readonly name: string;
  readonly label: string;
  /** Choices as value and label; without them the input is free text. */
  readonly options?: readonly (readonly [string, string])[];
  readonly type?: 'search' | 'date';
  readonly placeholder?: string;
}

const typingMs = 250;

/**
 * Filters stored in the query of the address, so that links keep them and a browser without scripts can send them. On
 * a phone all but the first are folded.
 */
export const filters = (...all: readonly Filter[]): VNode => html`<${Filters} all=${all} />`;

function Filters({ all }: { all: readonly Filter[] }): VNode {
  const visit = useVisit();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [open, setOpen] = useState(false);
  const onInput = ({ currentTarget, target }: { currentTarget: HTMLFormElement; target: unknown }) => {
    const values = [...new FormData(currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    clearTimeout(timer.current);
    const waitMs = target instanceof HTMLSelectElement ? 0 : typingMs;
    timer.current = setTimeout(() => void visit.setQuery(Object.fromEntries(values)).catch(() => {}), waitMs);
  };
  const used = all.slice(1).filter(({ name }) => visit.query.get(name)).length;
  return html`
    <form class=${`filters ${open ? 'open' : ''}`} role="search" action=${visit.path}
      oninput=${onInput} onsubmit=${(event: Event) => event.preventDefault()}>
      ${all.map(
        (each, at) => html`
        <label key=${each.name} class=${at === 0 ? 'wide' : 'folded'}>${each.label}${filterInput(each, visit.query.get(each.name) ?? '')}</label>`,
      )}
      ${
        all.length > 2 &&
        html`
        <button type="button" class="fold-filters scripted" aria-expanded=${open} onclick=${() => setOpen(!open)}>
          ${used > 0 ? `Filters (${used})` : 'Filters'}
        </button>`
      }
      <button class="unscripted">Apply</button>
    </form>`;
}

function filterInput({ name, options, type = 'search', placeholder }: Filter, value: string): VNode {
  if (!options)
    return html`<input name=${name} type=${type} defaultValue=${value} placeholder=${placeholder} autocomplete="off" />`;
  return html`<select name=${name}>${options.map(
    ([each, label]) =>
      html`<option key=${each} value=${each} defaultSelected=${each === value}>${label}</option>`,
  )}</select>`;
}

type Paged<A> = A & { readonly next?: string | null };

export interface PagedOptions<T, A> {
  /** The first page, and where the API has the following ones. */
  readonly first: Paged<A>;
  readonly path: string;
  readonly itemsOf: (answer: A) => readonly T[];
  readonly keyOf: (each: T) => string | number;
  readonly draw: (items: readonly T[]) => Child;
  /** Shown if there are no items at all, and if none match the filters. */
  readonly none: string;
  readonly noneMatch?: string;
  /** Query fields that do not filter. */
  readonly notFilters?: readonly string[];
  /** Reads a page; defaults to the visitor. */
  readonly read?: <R>(path: string) => Promise<R>;
}

/** A list with further pages: appended by a script, a link without one. */
export function pagedList<T, A>(options: PagedOptions<T, A>, key = ''): VNode {
  return html`<${PagedList} key=${key} options=${options} />`;
}

function PagedList<T, A>({ options }: { options: PagedOptions<T, A> }): VNode {
  const { first, path, itemsOf, keyOf, draw, none, noneMatch } = options;
  const visit = useVisit();
  const filter = visit.query.toString();
  const [followed, setFollowed] = useState<{ filter: string; pages: Paged<A>[] }>({ filter, pages: [] });
  const [fault, setFault] = useState('');
  const pages = followed.filter === filter ? followed.pages : [];
  const known = new Set<string | number>();
  const items = [first, ...pages].flatMap(itemsOf).filter((each) => {
    const isNew = !known.has(keyOf(each));
    known.add(keyOf(each));
    return isNew;
  });
  const next = pages.length > 0 ? pages.at(-1)?.next : first.next;
  const follow = async (event: Event) => {
    event.preventDefault();
    try {
      const answer = await (options.read ?? visit.get)<Paged<A>>(
        `${path.split('?', 1)[0]}?${next?.replace(/^\?/, '')}`,
      );
      setFault('');
      setFollowed({ filter, pages: [...pages, answer] });
    } catch (error) {
      setFault(`${refusalText(error)} Try again.`);
    }
  };
  const isFiltered = [...visit.query].some(([name, value]) => value && !options.notFilters?.includes(name));
  return html`
    <div>
      ${items.length === 0 ? emptyState((isFiltered && noneMatch) || none) : draw(items)}
      ${
        next &&
        html`
        <p class="more">
          <a class="button" role="button" rel="next" href=${`${visit.path}?${next.replace(/^\?/, '')}`} onclick=${follow}>${fault || 'Show more'}</a>
        </p>`
      }
    </div>`;
}
