import { type CallOptions, call } from '../../kit/api.ts';
import type { Child } from '../../kit/dom.ts';
import { actionForm } from '../../kit/form.ts';
import type { FieldOptions, Values } from '../../kit/form-field.ts';
import { PagedList, type PagedListOptions } from '../../kit/paged-list.ts';

/** Reloads a list after a change. */
export type Refresh = () => Promise<unknown>;

interface ActionOptions {
  /** Path below /api/admin. */
  readonly path: string;
  readonly fields?: readonly FieldOptions[];
  readonly body?: (values: Values) => Readonly<Record<string, unknown>>;
  readonly consequence: (values: Values) => Child;
  readonly button: string | ((values: Values) => string);
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly confirm?: string;
  /** Sends no notification to the agent. */
  readonly quiet?: boolean;
  readonly done: Refresh;
}

const base = '/api/admin';

/** API calls with the operator's token, which is kept only in the memory of this document. */
export class AdminClient {
  readonly #headers: Readonly<Record<string, string>>;
  /** The operator name typed last, which prefills the next form. */
  #by = '';

  constructor(token: string) {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  read<T>(path: string, signal?: AbortSignal): Promise<T> {
    return call<T>(base + path, { headers: this.#headers, signal });
  }

  /** A paginated list. */
  pagedList<T, A>(options: Omit<PagedListOptions<T, A>, 'read'>): PagedList<T, A> {
    return new PagedList({ ...options, read: (path, request) => this.read(path, request?.signal) });
  }

  /** A form for one action. Every action records who decided and why. */
  actionForm(options: ActionOptions): HTMLFormElement {
    return actionForm<unknown>({
      path: base + options.path,
      fields: [
        ...(options.fields ?? []),
        {
          name: 'why',
          label: 'Why',
          kind: 'long',
          rows: 2,
          required: true,
          maxLength: 1_000,
          help: options.quiet ? 'Recorded.' : 'Recorded and shown to the agent.',
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
      ...(options.body && {
        body: (values) => ({ ...options.body?.(values), why: values.why, by: values.by }),
      }),
      consequence: options.consequence,
      button: options.button,
      look: options.look ?? 'danger',
      ...(options.confirm && { confirm: options.confirm }),
      send: <A>(path: string, request: CallOptions = {}) =>
        call<A>(path, { ...request, headers: { ...request.headers, ...this.#headers } }),
      done: async (_answer, { by }) => {
        this.#by = String(by ?? '');
        await options.done();
        return 'Done and recorded.';
      },
    });
  }
}
