import { fill, h } from './dom.ts';
import { refusalText } from './refusal.ts';

interface SecretParts {
  readonly label: string;
  readonly why: string;
  readonly button: string;
  /** Uses the secret; a refusal is shown, and the secret forgotten. */
  readonly use: (secret: string) => Promise<void>;
}

/** Asks for a key or a token. It lives in the memory of this page and nowhere else: a reload forgets it. */
export function askSecret({ label, why, button, use }: SecretParts): HTMLElement {
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
