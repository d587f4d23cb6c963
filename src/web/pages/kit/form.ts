import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { call, callAsMe, fieldOfRefusal, isSignedOut, refusalText } from './api.ts';
import { panel } from './elements.ts';
import { type Child, html } from './html.ts';
import { ApiError, type Visit } from './page.ts';
import { useVisit } from './time.ts';
import { toast } from './toast.ts';

export interface FieldOptions {
  /** Field name in the API. */
  readonly name: string;
  readonly label: string;
  /** `list` items are separated by commas. */
  readonly kind?: 'text' | 'long' | 'number' | 'choice' | 'list' | 'check' | 'secret' | 'url';
  readonly required?: boolean;
  readonly value?: string | number | boolean | readonly string[] | undefined;
  readonly help?: string;
  readonly placeholder?: string;
  readonly options?: readonly (readonly [string, string])[];
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly autocomplete?: string;
  /** Whether the field applies, given the other values. */
  readonly when?: (values: Values) => boolean;
  /** Height of a text area in lines. */
  readonly rows?: number;
}

type Value = string | number | boolean | readonly string[] | undefined;
export type Values = Readonly<Record<string, Value>>;

export interface FormOptions<A> {
  readonly fields?: readonly FieldOptions[];
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string | ((values: Values) => string);
  /** Builds the request body; defaults to the field values. */
  readonly body?: (values: Values) => Readonly<Record<string, unknown>>;
  /** Cost and consequence, redrawn with every change of a field. */
  readonly consequence?: string | ((values: Values) => Child);
  /** Says what happens: `Post job for 60 AP`. */
  readonly button: string | ((values: Values) => string);
  readonly look?: 'primary' | 'danger' | 'plain';
  /** Confirmation prompt for an action that cannot be undone. */
  readonly confirm?: string;
  /** Keep the input after sending, for settings rather than messages. */
  readonly keep?: boolean | ((answer: A) => boolean);
  /** The success message, shown in place of the form's last one or, if the form is gone, at the foot of the page. */
  readonly done: (answer: A, values: Values) => Child | Promise<Child>;
  /** Messages by error code, where the API's wording is for programs. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Makes the call; defaults to the signed-in person. */
  readonly send?: typeof callAsMe;
  /** Enter sends and Shift+Enter breaks the line, as in a chat. */
  readonly chat?: boolean;
  /** Name under which unsent text is kept in this browser. */
  readonly draft?: string;
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');

/** A form for one API operation. Its key tells it from others at the same place of the page. */
export const form = <A>(options: FormOptions<A>, key?: string): VNode =>
  html`<${Form} key=${key} options=${options} />`;

/** A single button that acts. */
export const actionButton = <A>(options: Omit<FormOptions<A>, 'fields'>, key?: string): VNode =>
  form({ body: () => ({}), ...options }, key);

interface Outcome {
  readonly fault?: { readonly field: string | undefined; readonly words: Child };
  readonly message?: Child;
}

/**
 * Shows the operation's cost, displays a refusal next to the field it names, and sends an idempotency key: a double
 * click, or a retry after a lost response, has no second effect. Inputs hold their own text, so that drawing the page
 * again does not touch it.
 */
function Form({ options }: { options: FormOptions<unknown> }): VNode {
  const { fields = [], send = callAsMe, draft } = options;
  const visit = useVisit();
  const element = useRef<HTMLFormElement>(null);
  const attempt = useRef({ key: '', body: '' });
  const [typed, setTyped] = useState<Values | undefined>();
  const [outcome, setOutcome] = useState<Outcome>({});
  const [sending, setSending] = useState(false);
  const values = withoutHidden(fields, typed ?? initialValues(fields));
  const id = useId();

  useEffect(() => {
    if (draft) restoreDraft(element.current, draft);
    // A browser restores what was typed before a reload.
    if (element.current) setTyped(readValues(element.current, fields));
  }, [draft]);

  const onInput = () => {
    if (!element.current) return;
    const now = readValues(element.current, fields);
    setTyped(now);
    if (outcome.fault) setOutcome({});
    if (draft) keepDraft(draft, now);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const { current } = element;
    if (!current || sending || (options.confirm && !confirm(options.confirm))) return;
    const now = withoutHidden(fields, readValues(current, fields));
    const path = typeof options.path === 'string' ? options.path : options.path(now);
    const body = options.body ? options.body(now) : omitEmpty(now);
    // A request keeps its key until it gets a response; a different request gets a new one.
    const text = `${path} ${JSON.stringify(body)}`;
    if (attempt.current.body !== text) attempt.current = { key: newKey(), body: text };
    setSending(true);
    setOutcome({});
    try {
      const headers = { 'idempotency-key': attempt.current.key };
      const answer = await send<unknown>(path, { method: options.method ?? 'POST', body, headers });
      attempt.current = { key: '', body: '' };
      if (!(typeof options.keep === 'function' ? options.keep(answer) : options.keep)) {
        current.reset();
        setTyped(undefined);
        if (draft) keepDraft(draft, {});
      }
      const message = await options.done(answer, now);
      if (current.isConnected) setOutcome({ message });
      else if (typeof message === 'string') toast(message);
    } catch (error) {
      const fault = describeFault(error, options, now, visit);
      setOutcome({ fault });
      const named = fault.field && current.elements.namedItem(fault.field);
      if (named instanceof HTMLElement) named.focus();
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const sends = event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLTextAreaElement;
    if (!sends || (options.chat ? event.shiftKey : !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    element.current?.requestSubmit();
  };
  const { fault, message } = outcome;
  const consequence =
    typeof options.consequence === 'string'
      ? options.consequence && html`<p class="small">${options.consequence}</p>`
      : options.consequence?.(values);
  return html`
    <form class="stack action" ref=${element} aria-busy=${sending ? 'true' : undefined}
      oninput=${onInput} onsubmit=${submit} onkeydown=${onKeyDown}>
      ${fields.map((each) => field(each, `${id}-${each.name}`, values, fault))}
      <div class="consequence" aria-live="polite">${consequence}</div>
      <button type="submit" class=${options.look ?? 'primary'} disabled=${sending}>
        ${typeof options.button === 'string' ? options.button : options.button(values)}
      </button>
      <p class="fault" role="alert">${fault && fault.field === undefined && fault.words}</p>
      <div class="outcome" role="status">${message}</div>
    </form>`;
}

function field(options: FieldOptions, id: string, values: Values, fault: Outcome['fault']): VNode {
  const { name, label, kind, help, required } = options;
  const shown = options.when?.(values) ?? true;
  const wrong = fault?.field === name ? fault.words : undefined;
  const describedBy = [wrong && `${id}-fault`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  const input = inputOf(options, {
    name,
    required,
    disabled: !shown,
    'aria-invalid': wrong ? 'true' : undefined,
    'aria-describedby': describedBy,
  });
  const optional = !required && kind !== 'check' && kind !== 'choice';
  const words = html`${label}${optional && html`<span class="soft"> (optional)</span>`}`;
  return html`
    <div key=${name} class=${`field ${kind === 'check' ? 'check' : ''}`} hidden=${!shown}>
      ${kind === 'check' ? html`<label>${input}${words}</label>` : html`<label><span>${words}</span>${input}</label>`}
      ${help && html`<p class="small" id=${`${id}-help`}>${help}</p>`}
      <p class="fault" id=${`${id}-fault`} role="alert">${wrong}</p>
    </div>`;
}

function inputOf(options: FieldOptions, shared: Record<string, unknown>): VNode {
  const { kind = 'text', value, placeholder, maxLength, min, max, rows = 5, autocomplete = 'off' } = options;
  const text = { ...shared, placeholder, maxlength: maxLength, autocomplete };
  const initial = Array.isArray(value) ? value.join(', ') : value;
  switch (kind) {
    case 'long':
      return html`<textarea ...${text} rows=${rows} dir="auto" defaultValue=${initial} />`;
    case 'choice':
      return html`<select ...${shared}>${options.options?.map(
        ([each, label]) =>
          html`<option key=${each} value=${each} defaultSelected=${String(value) === each}>${label}</option>`,
      )}</select>`;
    case 'check':
      return html`<input ...${shared} type="checkbox" defaultChecked=${value === true} />`;
    case 'number':
      return html`<input ...${text} type="number" inputmode="numeric" step="1" min=${min} max=${max} defaultValue=${initial} />`;
    case 'secret':
      return html`<input ...${text} type="password" spellcheck=${false} />`;
    case 'url':
      return html`<input ...${text} type="url" spellcheck=${false} defaultValue=${initial} />`;
    default:
      return html`<input ...${text} type="text" dir="auto" defaultValue=${initial} />`;
  }
}

const initialValues = (fields: readonly FieldOptions[]): Values =>
  Object.fromEntries(
    fields.map(({ name, kind, value, options }) => [
      name,
      value ?? { choice: options?.[0]?.[0], list: [], check: false, number: undefined }[kind as 'list'],
    ]),
  );

function readValues(element: HTMLFormElement, fields: readonly FieldOptions[]): Values {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const input = element.elements.namedItem(name);
      if (input instanceof HTMLInputElement && kind === 'check') return [name, input.checked];
      const text = input && 'value' in input ? String(input.value).trim() : '';
      if (kind === 'number') return [name, text === '' ? undefined : Number(text)];
      if (kind === 'list')
        return [
          name,
          text
            .split(/[,\n]/)
            .map((each) => each.trim())
            .filter(Boolean),
        ];
      return [name, text];
    }),
  );
}

/** A field that does not apply is neither shown nor sent. */
const withoutHidden = (fields: readonly FieldOptions[], values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => fields.find((each) => each.name === name)?.when?.(values) ?? true,
    ),
  );

/** Omits empty values: a field that is not sent keeps its default. */
const omitEmpty = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** A refusal beside the field that it names, with the field's label in place of its name in the API. */
function describeFault(
  error: unknown,
  { fields = [], refusals }: FormOptions<unknown>,
  values: Values,
  visit: Visit,
): NonNullable<Outcome['fault']> {
  if (isSignedOut(error))
    return {
      field: undefined,
      words: html`You are signed out. <a href=${signInUrl(visit)}>Sign in again</a>.`,
    };
  const name = fieldOfRefusal(
    error,
    fields.map((each) => each.name).filter((each) => each in values),
  );
  const words = (error instanceof ApiError && refusals?.[error.code]) || refusalText(error);
  const label = fields.find((each) => each.name === name)?.label;
  const named = name !== undefined && words.toLowerCase().startsWith(name.toLowerCase());
  return { field: name, words: named && label ? label + words.slice(name.length) : words };
}

const draftKey = (draft: string): string => `kith-draft:${draft}`;

function keepDraft(draft: string, values: Values): void {
  const written = Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
  if (Object.keys(written).length === 0) localStorage.removeItem(draftKey(draft));
  else localStorage.setItem(draftKey(draft), JSON.stringify(written));
}

function restoreDraft(element: HTMLFormElement | null, draft: string): void {
  const kept: Record<string, string> = JSON.parse(localStorage.getItem(draftKey(draft)) ?? '{}');
  for (const [name, text] of Object.entries(kept)) {
    const input = element?.elements.namedItem(name);
    if (input instanceof HTMLTextAreaElement && input.value === '') input.value = text;
  }
}

/** The sign-in address that returns to this page. */
export function signInUrl({ path, query }: Visit, page: '/sign-in' | '/join' = '/sign-in'): string {
  if (path === '/sign-in' || path === '/join') return query.size > 0 ? `${page}?${query}` : page;
  return `${page}?to=${encodeURIComponent(query.size > 0 ? `${path}?${query}` : path)}`;
}

export const joinLabel = ({ service }: Visit): string =>
  service === 'city' ? 'Join the city' : 'Get a free key';

/** Replaces a form for visitors who are not signed in: what they could do here, and how to sign in. */
export const signInToAct = (visit: Visit, what: string): VNode => html`
  <p class="row sign-in-to-act">
    <span>${what}</span>
    <a class="button" href=${signInUrl(visit)}>Sign in</a>
    <a class="button" href=${signInUrl(visit, '/join')}>${joinLabel(visit)}</a>
  </p>`;

/** A panel with an action: its content for signed-in visitors, the sign-in links for others. */
export const actionPanel = (visit: Visit, title: Child, invitation: string, content: () => Child): VNode =>
  panel(title, visit.visitor ? content() : signInToAct(visit, invitation));

/** A form that is collapsed until opened. */
export const fold = (title: Child, content: () => Child, key?: string): VNode =>
  html`<${Fold} key=${key ?? (typeof title === 'string' ? title : undefined)} title=${title} content=${content} />`;

function Fold({ title, content }: { title: Child; content: () => Child }): VNode {
  const [opened, setOpened] = useState(false);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (opened)
      element.current?.querySelector<HTMLElement>('.fold-content :is(input, textarea, select)')?.focus();
  }, [opened]);
  return html`
    <details class="fold" ref=${element} ontoggle=${() => setOpened(true)}>
      <summary>${title}</summary>
      ${opened && html`<div class="fold-content">${content()}</div>`}
    </details>`;
}

/** An operation that needs no key. */
export const anonymously = call;
