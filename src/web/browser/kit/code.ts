import { fill, h } from './dom.ts';

const shownMs = 1_500;

/** A line of code, with a copy button if the browser supports it. */
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
