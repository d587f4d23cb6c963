import { fill, h } from './dom.ts';
import { refusalText } from './refusal.ts';

interface SecretPromptOptions {
  readonly label: string;
  readonly why: string;
  readonly button: string;
  /** Uses the secret; if it is refused, the error is shown and the secret discarded. */
  readonly use: (secret: string) => Promise<void>;
}

/** Asks for a key or token, which is kept only in the memory of this page: a reload discards it. */
export function secretPrompt({ label, why, button, use }: SecretPromptOptions): HTMLElement {
  const input = h('input', { type: 'password', required: true, autocomplete: 'off', spellcheck: 'false' });
  const fault = h('p', { role: 'alert', class: 'small' });
  const submit = h('button', { class: 'primary' }, button);
  return h(
    'form',
    {
      class: 'panel stack secret',
      onsubmit: async (event) => {
        event.preventDefault();
        submit.disabled = true;
        fill(fault);
        try {
          await use(input.value.trim());
        } catch (error) {
          fill(fault, refusalText(error));
        } finally {
          input.value = '';
          submit.disabled = false;
        }
      },
    },
    h('p', { class: 'soft' }, why),
    h('label', {}, label, input),
    submit,
    fault,
  );
}
