import { hourMs, minuteMs } from '../../../platform/duration.ts';
import { isUnspaced } from '../../voice/unspaced.ts';
import type { CaptionPage } from './pages.ts';

/** The same words and times as WebVTT, with word timestamps for players that support them. */
export function toWebVtt(pages: readonly CaptionPage[], language: string): string {
  const cues = pages.map(({ words, from, to }, i) => {
    const text = words
      .map(({ text: word, start }, k) => {
        const before = words[k - 1];
        if (!before) return escapeText(word);
        const gap = isUnspaced(word) && isUnspaced(before.text) ? '' : ' ';
        return `${gap}<${time(Math.max(start, from))}>${escapeText(word)}`;
      })
      .join('');
    return `${i + 1}\n${time(from)} --> ${time(Math.max(to, from + 0.001))}\n${text}\n`;
  });
  return `WEBVTT\nLanguage: ${language}\n\n${cues.join('\n')}`;
}

function time(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (n: number, digits: number) => String(n).padStart(digits, '0');
  const [h, m, s] = [Math.floor(ms / hourMs), Math.floor(ms / minuteMs) % 60, Math.floor(ms / 1000) % 60];
  return `${part(h, 2)}:${part(m, 2)}:${part(s, 2)}.${part(ms % 1000, 3)}`;
}

/** No character of a word may end the cue or open a tag. */
const escapeText = (word: string): string =>
  word.replace(/\s+/gu, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
