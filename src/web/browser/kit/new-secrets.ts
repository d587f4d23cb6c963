import { type Child, fill, h } from './dom.ts';

const copiedNoticeMs = 1_500;

interface Secret {
  readonly label: string;
  readonly value: string;
}

/** Secrets shown once: each can be copied, and all can be saved as a file. */
export function newSecrets(fileName: string, secrets: readonly Secret[], words: Child): HTMLElement {
  const text = `${secrets.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n`;
  const link = h('a', {
    class: 'button',
    // A data URL, so that nothing is fetched and no secret appears in a request.
    href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
    download: fileName,
  });
  return h(
    'div',
    { class: 'stack once' },
    h('p', {}, words),
    secrets.map(secretRow),
    fill(link, 'Download as a file'),
  );
}

function secretRow({ label, value }: Secret): HTMLElement {
  const input = h('input', {
    readonly: true,
    value,
    spellcheck: 'false',
    'aria-label': label,
    onfocus: () => input.select(),
  });
  const copy = h('button', { type: 'button', 'aria-label': `Copy ${label.toLowerCase()}` }, 'Copy');
  copy.addEventListener('click', async () => {
    input.select();
    // Without https a browser has no clipboard: the text is selected instead.
    await navigator.clipboard?.writeText(value);
    fill(copy, navigator.clipboard ? 'Copied' : 'Selected');
    setTimeout(() => fill(copy, 'Copy'), copiedNoticeMs);
  });
  return h('div', { class: 'secret-row' }, h('span', { class: 'small' }, label), h('div', {}, input, copy));
}
