import { fill, h } from './dom.ts';

const shownMs = 1_500;

/** A line to take along, with a button that copies it where the browser lets one. */
export function codeBlock(label: string, text: string): HTMLElement {
  const button = h('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    fill(button, 'Copied');
    setTimeout(() => fill(button, 'Copy'), shownMs);
  });
  return h(
    'div',
    { class: 'code' },
    h('pre', { tabindex: '0', 'aria-label': label }, text),
    'clipboard' in navigator && button,
  );
}

/** A value as JSON that one can read. */
export const jsonBlock = (label: string, value: unknown): HTMLElement =>
  codeBlock(label, JSON.stringify(value, null, 2));
