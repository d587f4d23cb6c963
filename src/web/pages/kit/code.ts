import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Child, html } from './html.ts';

const shownMs = 1_500;

/** A block of code, with a copy button if the browser supports it. */
export const codeBlock = (label: string, text: string, content: Child = text, look = ''): VNode => html`
  <div class="code">
    <pre tabindex="0" aria-label=${label} class=${look}>${content}</pre>
    <${CopyButton} text=${text} />
  </div>`;

/** A value as formatted JSON. */
export const jsonBlock = (label: string, value: unknown): VNode =>
  codeBlock(label, JSON.stringify(value, null, 2));

/** Without https a browser has no clipboard. */
export function CopyButton({ text, label }: { text: string; label?: string }): VNode | null {
  const [copied, setCopied] = useState(false);
  const [possible, setPossible] = useState(false);
  useEffect(() => setPossible('clipboard' in navigator), []);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return possible
    ? html`<button type="button" class="copy" aria-label=${label} onclick=${copy}>${copied ? 'Copied' : 'Copy'}</button>`
    : null;
}

interface Secret {
  readonly label: string;
  readonly value: string;
}

/** Secrets shown once: each can be copied, and all can be saved as a file. */
export function newSecrets(fileName: string, secrets: readonly Secret[], words: Child): VNode {
  const text = `${secrets.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n`;
  // A data URL, so that nothing is fetched and no secret appears in a request.
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return html`
    <div class="stack once">
      <p>${words}</p>
      ${secrets.map(
        ({ label, value }) => html`
        <div class="secret-row" key=${label}>
          <span class="small">${label}</span>
          <div>
            <input readonly value=${value} spellcheck=${false} aria-label=${label}
              onfocus=${({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select()} />
            <${CopyButton} text=${value} label=${`Copy ${label.toLowerCase()}`} />
          </div>
        </div>`,
      )}
      <a class="button" href=${file} download=${fileName}>Download as a file</a>
    </div>`;
}

const jsonTokens = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON in colour; each token is the text of its own element. Any other text is shown as it is. */
export function jsonView(label: string, text: string): VNode {
  const parts: Child[] = [];
  let at = 0;
  for (const match of text.matchAll(jsonTokens)) {
    const [whole, quoted, colon] = match;
    const kind = quoted ? (colon ? 'name' : 'text') : /^[-\d]/.test(whole) ? 'figure' : 'word';
    parts.push(
      text.slice(at, match.index),
      html`<span class=${`json-${kind}`}>${quoted ?? whole}</span>`,
      colon,
    );
    at = match.index + whole.length;
  }
  parts.push(text.slice(at));
  return codeBlock(label, text, parts, 'json');
}

/** Formats JSON; any other text is returned unchanged. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
