import { fill, h } from '../kit/dom.ts';

const tokens = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const copiedMs = 1_500;

/** JSON with syntax highlighting; each token is the text of its own element. */
export function jsonView(label: string, text: string): HTMLElement {
  const pre = h('pre', { tabindex: '0', 'aria-label': label, class: 'json' });
  let at = 0;
  for (const match of text.matchAll(tokens)) {
    pre.append(text.slice(at, match.index));
    const [whole, quoted, colon] = match;
    const kind = quoted ? (colon ? 'name' : 'text') : /^[-\d]/.test(whole) ? 'figure' : 'word';
    pre.append(h('span', { class: `json-${kind}` }, quoted ?? whole), colon ?? '');
    at = match.index + whole.length;
  }
  pre.append(text.slice(at));
  return h('div', { class: 'code' }, pre, copyButton(text));
}

function copyButton(text: string): HTMLElement | false {
  if (!('clipboard' in navigator)) return false;
  const button = h('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    fill(button, 'Copied');
    setTimeout(() => fill(button, 'Copy'), copiedMs);
  });
  return button;
}

/** Formats JSON; any other text is returned unchanged. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
