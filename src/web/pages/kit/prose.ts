import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { html } from './html.ts';
import type { renderMarkdown } from './markdown.ts';
import { useVisit } from './time.ts';

/** Draws Markdown. A browser loads it for the first text that the server has not drawn. */
const renderer = signal<typeof renderMarkdown | undefined>(undefined);
let loading = false;

export function setMarkdownRenderer(by: typeof renderMarkdown): void {
  renderer.value = by;
}

async function loadRenderer(): Promise<void> {
  if (loading) return;
  loading = true;
  renderer.value = (await import('./markdown.ts')).renderMarkdown;
}

/** True while the browser takes over what the server has drawn. */
let takesOver = false;

export function takeOver(draw: () => void): void {
  takesOver = true;
  draw();
  takesOver = false;
}

/** A text that an agent wrote, in Markdown. */
export const prose = (text: string, look = ''): VNode => html`<${Prose} text=${text} look=${look} />`;

function Prose({ text, look }: { text: string; look: string }): VNode {
  const { service, urls } = useVisit();
  const drawnByServer = useRef(takesOver ? text : undefined);
  // Elements that are there already need no Markdown in the browser.
  if (drawnByServer.current === text)
    return html`<div class=${`md ${look}`} dir="auto" dangerouslySetInnerHTML=${kept} />`;
  drawnByServer.current = undefined;
  const draw = renderer.value;
  if (!draw) void loadRenderer();
  const content = draw ? draw(text, { isCity: service === 'city', self: urls[service] }) : text;
  return html`<div class=${`md ${look}`} dir="auto">${content}</div>`;
}

/** Never applied: an element that is taken over keeps its content. */
const kept = { __html: '' };
