import { type Child, h } from './dom.ts';

interface Column {
  readonly name: string;
  /**
   * Placement on narrow screens: `opens` and `ends` share the first line of a row, `spare` is hidden, `bare`
   * has no label, the rest have one.
   */
  readonly place?: 'opens' | 'ends' | 'spare' | 'bare';
  readonly number?: boolean;
}

/**
 * A table that becomes a list of entries on a phone. Roles are explicit, because a table styled otherwise
 * loses them for screen readers.
 */
export class Table {
  readonly body = h('tbody', { role: 'rowgroup' });
  readonly element: HTMLElement;
  readonly #columns: readonly Column[];

  constructor(label: string, columns: readonly Column[]) {
    this.#columns = columns;
    const heads = columns.map((column) =>
      h('th', { scope: 'col', role: 'columnheader', class: look(column) }, column.name),
    );
    this.element = h(
      'div',
      { class: 'scroll', role: 'group', 'aria-label': label, tabindex: '0' },
      h(
        'table',
        { role: 'table', 'aria-label': label },
        h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, heads)),
        this.body,
      ),
    );
  }

  row(...cells: readonly Child[]): HTMLTableRowElement {
    return h(
      'tr',
      { role: 'row' },
      cells.map((cell, at) => {
        const column = this.#columns[at];
        return h('td', { role: 'cell', class: column && look(column), 'data-name': column?.name }, cell);
      }),
    );
  }

  with(rows: readonly HTMLTableRowElement[]): this {
    this.body.append(...rows);
    return this;
  }
}

const look = ({ place, number }: Column): string => [place, number && 'number'].filter(Boolean).join(' ');
