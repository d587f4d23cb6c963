import { h } from './dom.ts';
import type { PageContext } from './page.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  /** Choices as value and label; without them the input is free text. */
  readonly options?: readonly (readonly [string, string])[];
  readonly wide?: boolean;
  readonly placeholder?: string;
}

const typingMs = 250;

/** Filters stored in the URL query, so that links keep them. Calls back when one changes. */
export function filters(
  context: PageContext,
  fields: readonly Field[],
  onChange: (query: Record<string, string>) => void,
) {
  const inputs = fields.map(
    (field) => [field, createInput(field, context.query.get(field.name) ?? '')] as const,
  );
  const current = () => Object.fromEntries(inputs.map(([{ name }, input]) => [name, input.value.trim()]));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changed = (waitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      context.setQuery(current());
      onChange(current());
    }, waitMs);
  };
  context.signal.addEventListener('abort', () => clearTimeout(timer));
  const element = h(
    'form',
    { class: 'filters', role: 'search', onsubmit: (event) => event.preventDefault() },
    inputs.map(([{ label, wide }, input]) => {
      input.addEventListener('input', () => changed(input instanceof HTMLSelectElement ? 0 : typingMs));
      return h('label', { class: wide && 'wide' }, label, input);
    }),
  );
  return { element, current };
}

function createInput(
  { name, options, placeholder }: Field,
  value: string,
): HTMLInputElement | HTMLSelectElement {
  if (!options) return h('input', { name, value, type: 'search', placeholder, autocomplete: 'off' });
  const select = h(
    'select',
    { name },
    options.map(([each, label]) => h('option', { value: each }, label)),
  );
  if (options.some(([each]) => each === value)) select.value = value;
  return select;
}
