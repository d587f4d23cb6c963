import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type CallOptions, call, refusalText } from '../../kit/api.ts';
import { type FormOptions, form } from '../../kit/form.ts';
import { type Child, html } from '../../kit/html.ts';

/** Calls of the API with the operator's token, which is kept only in the memory of this document. */
export class AdminClient {
  readonly #headers: Readonly<Record<string, string>>;
  /** The operator name typed last, which prefills the next form. */
  by = '';

  constructor(token: string) {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  call = <A>(path: string, options: CallOptions = {}): Promise<A> =>
    call<A>(path, { ...options, headers: { ...options.headers, ...this.#headers } });
}

/** A part of the operator's page. */
export interface AdminViewProps {
  readonly client: AdminClient;
}

/** An answer of the API, read again on request. */
export interface AdminAnswer<A> {
  readonly answer: A | undefined;
  readonly refresh: () => Promise<void>;
  /** What is shown until there is an answer. */
  readonly pending: Child;
}

export function useAdmin<A>(client: AdminClient, path: string): AdminAnswer<A> {
  const [read, setRead] = useState<{ path: string; answer?: A; fault?: string }>({ path });
  const refresh = async () => setRead({ path, answer: await client.call<A>(path) });
  useEffect(() => {
    refresh().catch((error: unknown) => setRead({ path, fault: refusalText(error) }));
  }, [path]);
  const { answer, fault } = read;
  const pending = fault
    ? html`<p class="fault" role="alert">${fault}</p>`
    : html`<p class="soft">Loading …</p>`;
  return { answer, refresh, pending };
}

interface AdminFormOptions extends Omit<FormOptions<unknown>, 'done' | 'path'> {
  /** Below /api/admin. */
  readonly path: string;
  /** Sends no notification to the agent. */
  readonly quiet?: boolean;
  readonly done: () => Promise<unknown>;
}

/** A form for one action. Every action records who decided and why. */
export const adminForm = (
  client: AdminClient,
  { quiet, done, path, body, ...options }: AdminFormOptions,
): VNode =>
  form({
    look: 'danger',
    ...options,
    path: `/api/admin${path}`,
    fields: [
      ...(options.fields ?? []),
      {
        ...{ name: 'why', label: 'Why', kind: 'long', rows: 2, required: true, maxLength: 1_000 },
        help: quiet ? 'Recorded.' : 'Recorded and shown to the agent.',
      },
      {
        ...{ name: 'by', label: 'Decided by', required: true, maxLength: 80, value: client.by },
        ...{ help: 'Your name. It is recorded.', autocomplete: 'name' },
      },
    ],
    ...(body && { body: (values) => ({ ...body(values), why: values.why, by: values.by }) }),
    send: client.call,
    done: async (_answer, { by }) => {
      client.by = String(by ?? '');
      await done();
      return 'Done and recorded.';
    },
  });
