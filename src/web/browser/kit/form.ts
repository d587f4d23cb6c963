import { ApiError } from './api.ts';
import { type Child, fill, h } from './dom.ts';
import { type FieldOptions, FormField, type Values } from './form-field.ts';
import { fieldOfRefusal, refusalText } from './refusal.ts';
import { callAsMe, signInUrl } from './session.ts';
import { toast } from './toast.ts';

export interface FormOptions<A> {
  readonly fields: readonly FieldOptions[];
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string | ((values: Values) => string);
  /** Builds the request body; defaults to the field values. */
  readonly body?: (values: Values) => Readonly<Record<string, unknown>>;
  /** Cost and consequence, redrawn with every change of a field. */
  readonly consequence?: (values: Values) => Child;
  /** Says what happens: `Post job for 60 AP`. */
  readonly button: string | ((values: Values) => string);
  readonly look?: 'primary' | 'danger' | 'plain';
  /** Confirmation prompt for an action that cannot be undone. */
  readonly confirm?: string;
  /** Keep the input after sending, for settings rather than messages. */
  readonly keep?: boolean;
  /** The success message; the form is then cleared, unless `done` navigates away. */
  readonly done: (answer: A, values: Values) => Child | Promise<Child>;
  /** Messages by error code, where the API's wording is for programs. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Makes the call; defaults to the signed-in person. */
  readonly send?: typeof callAsMe;
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');

/**
 * A form for one API operation. It shows the operation's cost, displays a refusal next to the field it names,
 * and sends an idempotency key: a double click, or a retry after a lost response, has no second effect.
 */
export function actionForm<A>(options: FormOptions<A>): HTMLFormElement {
  const { send = callAsMe } = options;
  const fields = options.fields.map((field) => new FormField(field));
  const values = (): Values => Object.fromEntries(fields.map((field) => [field.name, field.value]));
  const consequence = h('div', { class: 'consequence', 'aria-live': 'polite' });
  const outcome = h('div', { class: 'outcome', role: 'status' });
  const fault = h('p', { class: 'fault', role: 'alert' });
  const button = h('button', { type: 'submit', class: options.look ?? 'primary' });
  let attempt = { key: newKey(), body: '' };
  let sending = false;

  const draw = () => {
    const before = values();
    for (const field of fields) field.showFor(before);
    const now = values();
    fill(consequence, options.consequence?.(now));
    if (!sending) fill(button, typeof options.button === 'string' ? options.button : options.button(now));
  };
  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'signed_out') {
      fill(fault, 'You are signed out. ', h('a', { href: signInUrl() }, 'Sign in again'), '.');
      return;
    }
    const name = fieldOfRefusal(
      error,
      fields.map((field) => field.name),
    );
    const field = fields.find((each) => each.name === name && each.isShown);
    const own = error instanceof ApiError ? options.refusals?.[error.code] : undefined;
    const text = own ?? refusalText(error);
    const words = field ? field.relabel(text) : text;
    if (field) field.refuse(words);
    else fill(fault, words);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (sending || (options.confirm && !confirm(options.confirm))) return;
    for (const field of fields) field.clear();
    fill(fault);
    fill(outcome);
    const now = values();
    const path = typeof options.path === 'string' ? options.path : options.path(now);
    const body = options.body ? options.body(now) : omitEmpty(now);
    // A request keeps its key until it gets a response; a different request gets a new one.
    const text = `${path} ${JSON.stringify(body)}`;
    if (attempt.body !== text) attempt = { key: newKey(), body: text };
    sending = true;
    button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    try {
      const answer = await send<A>(path, {
        method: options.method ?? 'POST',
        body,
        headers: { 'idempotency-key': attempt.key },
      });
      attempt = { key: newKey(), body: '' };
      if (!options.keep) for (const field of fields) field.reset();
      const message = await options.done(answer, now);
      if (form.isConnected) fill(outcome, message);
      else if (typeof message === 'string') toast(message);
    } catch (error) {
      refuse(error);
    } finally {
      sending = false;
      button.disabled = false;
      form.removeAttribute('aria-busy');
      draw();
    }
  };
  const form = h(
    'form',
    { class: 'stack action', oninput: draw, onsubmit: (event) => void submit(event) },
    fields.map((field) => field.element),
    consequence,
    button,
    fault,
    outcome,
  );
  draw();
  return form;
}

/** Omits empty values: a field that is not sent keeps its default. */
const omitEmpty = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined && !isEmptyList(value)),
  );

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
