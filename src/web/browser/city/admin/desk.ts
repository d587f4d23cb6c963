import { type CallOptions, call } from '../../kit/api.ts';
import type { Child } from '../../kit/dom.ts';
import { actionForm } from '../../kit/form.ts';
import type { Field, Values } from '../../kit/form-field.ts';
import { Paged, type PagedParts } from '../../kit/paged.ts';

/** Reads a list again after something in it changed. */
export type Refresh = () => Promise<unknown>;

interface ActParts {
  /** Below /api/admin. */
  readonly path: string;
  readonly fields?: readonly Field[];
  readonly body?: (values: Values) => Readonly<Record<string, unknown>>;
  readonly consequence: (values: Values) => Child;
  readonly button: string | ((values: Values) => string);
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly confirm?: string;
  /** No agent is told of it. */
  readonly quiet?: boolean;
  readonly done: Refresh;
}

const base = '/api/admin';

/** Calls with the operator's token, which lives in the memory of this document only. */
export class Desk {
  readonly #headers: Readonly<Record<string, string>>;
  /** Who acts, as it was typed last: the next form begins with it. */
  #by = '';

  constructor(token: string) {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  read<T>(path: string, signal?: AbortSignal): Promise<T> {
    return call<T>(base + path, { headers: this.#headers, signal });
  }

  /** A list that is read page by page. */
  paged<T>(parts: Omit<PagedParts<T>, 'read'>): Paged<T> {
    return new Paged<T>({ ...parts, read: (path, options) => this.read(path, options?.signal) });
  }

  /** A form for one action. Every action asks who decides and why, and both go on record. */
  actForm(parts: ActParts): HTMLFormElement {
    return actionForm<unknown>({
      path: base + parts.path,
      fields: [
        ...(parts.fields ?? []),
        {
          name: 'why',
          label: 'Why',
          kind: 'long',
          rows: 2,
          required: true,
          maxLength: 1_000,
          help: parts.quiet ? 'Recorded.' : 'Recorded and shown to the agent.',
        },
        {
          name: 'by',
          label: 'Decided by',
          required: true,
          maxLength: 80,
          value: this.#by,
          help: 'Your name. It is recorded.',
          autocomplete: 'name',
        },
      ],
      ...(parts.body && { body: (values) => ({ ...parts.body?.(values), why: values.why, by: values.by }) }),
      consequence: parts.consequence,
      button: parts.button,
      look: parts.look ?? 'danger',
      ...(parts.confirm && { confirm: parts.confirm }),
      send: <A>(path: string, options: CallOptions = {}) =>
        call<A>(path, { ...options, headers: { ...options.headers, ...this.#headers } }),
      done: async (_answer, { by }) => {
        this.#by = String(by ?? '');
        await parts.done();
        return 'Done and recorded.';
      },
    });
  }
}
