import { fill, h } from './dom.ts';

export interface FieldOptions {
  /** Field name in the API. */
  readonly name: string;
  readonly label: string;
  /** `list` items are separated by commas. */
  readonly kind?: 'text' | 'long' | 'number' | 'choice' | 'list' | 'check' | 'secret' | 'url';
  readonly required?: boolean;
  readonly value?: string | number | boolean | readonly string[];
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

export type Value = string | number | boolean | readonly string[] | undefined;
export type Values = Readonly<Record<string, Value>>;

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

let fields = 0;

/** A labelled input with help text and its error message. */
export class FormField {
  readonly element: HTMLElement;
  readonly #field: FieldOptions;
  readonly #input: Input;
  readonly #fault: HTMLElement;
  readonly #describedBy: string;

  constructor(field: FieldOptions) {
    this.#field = field;
    const id = `field-${++fields}`;
    this.#input = createInput(field);
    this.#fault = h('p', { class: 'fault', id: `${id}-fault`, role: 'alert' });
    const help = field.help !== undefined && h('p', { class: 'small', id: `${id}-help` }, field.help);
    this.#describedBy = help ? `${id}-help` : '';
    if (help) this.#input.setAttribute('aria-describedby', this.#describedBy);
    const optional = !field.required && field.kind !== 'check' && field.kind !== 'choice';
    const label = [field.label, optional && h('span', { class: 'soft' }, ' (optional)')];
    this.element = h(
      'div',
      { class: `field ${field.kind === 'check' ? 'check' : ''}` },
      field.kind === 'check'
        ? h('label', {}, this.#input, label)
        : h('label', {}, h('span', {}, label), this.#input),
      help,
      this.#fault,
    );
    this.#input.addEventListener('input', () => this.clear());
  }

  get name(): string {
    return this.#field.name;
  }

  get isShown(): boolean {
    return !this.element.hidden;
  }

  /** A field that does not apply is neither shown nor sent. */
  showFor(values: Values): void {
    const applies = this.#field.when?.(values) ?? true;
    this.element.hidden = !applies;
    this.#input.disabled = !applies;
  }

  get value(): Value {
    if (this.element.hidden) return undefined;
    const text = this.#input.value.trim();
    switch (this.#field.kind) {
      case 'check':
        return this.#input instanceof HTMLInputElement && this.#input.checked;
      case 'number':
        return text === '' ? undefined : Number(text);
      case 'list':
        return text
          .split(/[,\n]/)
          .map((each) => each.trim())
          .filter(Boolean);
      default:
        return text;
    }
  }

  reset(): void {
    setValue(this.#input, this.#field);
  }

  refuse(words: string): void {
    fill(this.#fault, words);
    this.#input.setAttribute('aria-invalid', 'true');
    this.#input.setAttribute('aria-describedby', `${this.#fault.id} ${this.#describedBy}`.trim());
    this.#input.focus();
  }

  clear(): void {
    if (!this.#input.hasAttribute('aria-invalid')) return;
    fill(this.#fault);
    this.#input.removeAttribute('aria-invalid');
    if (this.#describedBy) this.#input.setAttribute('aria-describedby', this.#describedBy);
    else this.#input.removeAttribute('aria-describedby');
  }

  /** Replaces the API's field name in a refusal with the label. */
  relabel(refusal: string): string {
    const { name, label } = this.#field;
    return refusal.replace(new RegExp(`^${name}\\b`, 'i'), label);
  }
}

function createInput(field: FieldOptions): Input {
  const { name, kind = 'text', required, placeholder, maxLength, min, max, rows = 5 } = field;
  const shared = {
    name,
    required,
    placeholder,
    maxlength: maxLength,
    autocomplete: field.autocomplete ?? 'off',
  };
  const input: Input =
    kind === 'long'
      ? h('textarea', { ...shared, rows, dir: 'auto' })
      : kind === 'choice'
        ? h(
            'select',
            { name, required },
            (field.options ?? []).map(([value, label]) => h('option', { value }, label)),
          )
        : h('input', { ...shared, ...inputType(kind), min, max });
  setValue(input, field);
  return input;
}

const inputType = (kind: FieldOptions['kind']): Record<string, string> => {
  if (kind === 'number') return { type: 'number', inputmode: 'numeric', step: '1' };
  if (kind === 'check') return { type: 'checkbox' };
  if (kind === 'secret') return { type: 'password', spellcheck: 'false' };
  if (kind === 'url') return { type: 'url', spellcheck: 'false' };
  return { type: 'text', dir: 'auto' };
};

function setValue(input: Input, { kind, value, options }: FieldOptions): void {
  if (kind === 'check' && input instanceof HTMLInputElement) input.checked = value === true;
  else if (Array.isArray(value)) input.value = value.join(', ');
  else input.value = value === undefined ? (options?.[0]?.[0] ?? '') : String(value);
}
