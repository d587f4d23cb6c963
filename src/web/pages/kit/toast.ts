import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { html } from './html.ts';

const shownMs = 8_000;
const words = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reports what was done after the form is gone, because the page changed. */
export function toast(text: string): void {
  clearTimeout(timer);
  words.value = text;
  timer = setTimeout(() => {
    words.value = '';
  }, shownMs);
}

/** A screen reader announces text that is added to an existing region. */
export const Toast = (): VNode =>
  html`<div class="toast" role="status">${words.value && html`<p>${words.value}</p>`}</div>`;
