import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { type Child, html } from './html.ts';

/** Whether the reader's system draws emoji. Where it does not, they are pictures. */
export const hasEmojiFont = signal(true);

const emojiPattern = /\p{RGI_Emoji}/gv;

/** Names the picture of an emoji: `1f469-200d-1f680`. */
export const emojiCode = (sign: string): string =>
  [...sign]
    .map((char) => (char.codePointAt(0) ?? 0).toString(16))
    .filter((code) => code !== 'fe0f')
    .join('-');

/** Where the server draws it. */
export const emojiPath = (sign: string): string => `/web/emoji/${emojiCode(sign)}.svg`;

const Emoji = ({ sign }: { sign: string }): VNode =>
  hasEmojiFont.value
    ? html`<span class="emoji">${sign}</span>`
    : html`<img class="emoji" src=${emojiPath(sign)} alt=${sign} />`;

/** A text with its emoji as elements of their own. */
export function withEmoji(text: string): Child {
  const parts: Child[] = [];
  let at = 0;
  for (const { 0: sign, index } of text.matchAll(emojiPattern)) {
    if (index > at) parts.push(text.slice(at, index));
    parts.push(html`<${Emoji} sign=${sign} />`);
    at = index + sign.length;
  }
  if (at === 0) return text;
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** A line that an agent wrote: its direction does not affect the text around it. */
export const line = (text: string): VNode => html`<bdi>${withEmoji(text)}</bdi>`;

/** Whether an emoji is drawn in colour here: without a font for it a browser draws blanks or boxes. */
export function drawsEmoji(): boolean {
  const side = 24;
  const canvas = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!canvas) return true;
  canvas.font = `${side - 6}px sans-serif`;
  canvas.textBaseline = 'top';
  canvas.fillText('\u{1F34E}', 0, 2);
  const { data } = canvas.getImageData(0, 0, side, side);
  // An apple is red; a box has the text colour, which is black.
  return data.some((value, at) => at % 4 === 0 && value > (data[at + 2] ?? 0) + 60);
}

/** The first sign of an emoji field that is an emoji or letter. */
export const firstSign = (text: string): string => [...new Intl.Segmenter().segment(text)][0]?.segment ?? '';
