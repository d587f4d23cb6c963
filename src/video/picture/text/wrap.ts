import { isUnspaced, splitIntoPhrases } from '../../voice/unspaced.ts';
import type { TextRole, Type } from './type.ts';

/** Text laid out in lines: what is drawn, its size and its extent. */
export interface WrappedText {
  readonly role: TextRole;
  readonly size: number;
  readonly lines: readonly string[];
  readonly widths: readonly number[];
  /** Distance between the tops of consecutive lines. */
  readonly leading: number;
  readonly w: number;
  readonly h: number;
}

export interface FitOptions {
  readonly role: TextRole;
  readonly w: number;
  readonly h: number;
  readonly largest: number;
  readonly smallest: number;
  readonly lines: number;
  readonly leading?: number;
}

/**
 * The largest layout of a text that fits a box, in lines of similar length. If even the smallest size does
 * not fit, words are broken, and finally the text is cut with an ellipsis: it never leaves its box.
 */
export function fitText(type: Type, text: string, requested: FitOptions): WrappedText {
  const baseLeading = requested.role === 'display' ? type.pairing.displayLeading : 1.24;
  // Diacritics above and below letters need extra room.
  const leading =
    requested.leading ?? (dotted.test(text.normalize('NFD')) ? baseLeading * 1.15 : baseLeading);
  // One line must fit the height, whatever size that requires.
  const tallest = Math.max(1, requested.h / leading);
  const fitOptions: FitOptions = {
    ...requested,
    largest: Math.min(requested.largest, tallest),
    smallest: Math.min(requested.smallest, tallest),
  };
  const words = splitPieces(type.cased(fitOptions.role, oneLine(text)));
  const measured = new Measured(type, fitOptions.role);
  const attempt = (size: number, breaking: boolean) => {
    const maxLines = Math.min(
      fitOptions.lines,
      Math.max(1, Math.floor(fitOptions.h / (size * leading) + 0.001)),
    );
    const lines = breakIntoLines(measured, words, size, fitOptions.w, maxLines, breaking);
    const wrapped = lines && toWrappedText(measured, fitOptions.role, size, lines, leading);
    // Stacked diacritics may be wider together than measured individually.
    return wrapped && wrapped.w <= fitOptions.w + 1 ? wrapped : undefined;
  };
  return (
    findLargestSize(fitOptions, (size) => attempt(size, false)) ??
    findLargestSize(fitOptions, (size) => attempt(size, true)) ??
    truncate(measured, words, fitOptions, leading)
  );
}

function findLargestSize(
  { smallest, largest }: FitOptions,
  attempt: (size: number) => WrappedText | undefined,
): WrappedText | undefined {
  const first = attempt(largest);
  if (first) return first;
  let best = attempt(smallest);
  if (!best) return undefined;
  let [low, high] = [smallest, largest];
  while (high - low > 1) {
    const size = Math.round((low + high) / 2);
    const wrapped = attempt(size);
    if (wrapped) [best, low] = [wrapped, size];
    else high = size;
  }
  return best;
}

/** Text widths of one role at size 1. */
class Measured {
  readonly #type: Type;
  readonly #role: TextRole;

  constructor(type: Type, role: TextRole) {
    this.#type = type;
    this.#role = role;
  }

  width(text: string): number {
    return this.#type.measureWidth(this.#role, 1, text);
  }
}

/** A piece that is broken only as a last resort; a space may follow it, or nothing (as in Chinese). */
interface Piece {
  readonly text: string;
  readonly space: boolean;
}

const dotted = /[\p{M}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}]/u;
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

function splitPieces(text: string): Piece[] {
  return text.split(' ').flatMap((word): Piece[] => {
    if (!isUnspaced(word)) return [{ text: word, space: true }];
    // A line does not start with a particle, an ending or a closing mark.
    const parts = splitIntoPhrases(word).split(' ');
    return parts.map((part, i) => ({ text: part, space: i === parts.length - 1 }));
  });
}

const joinPieces = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, space }, i) => (space && i < pieces.length - 1 ? `${text} ` : text)).join('');

/** The fewest lines possible and, among these, the most even ones. */
function breakIntoLines(
  measured: Measured,
  words: readonly Piece[],
  size: number,
  w: number,
  most: number,
  breaking: boolean,
): string[] | undefined {
  const room = w / size;
  let pieces = words;
  if (breaking) pieces = words.flatMap((piece) => breakWord(measured, piece, room));
  else if (words.some(({ text }) => measured.width(text) > room)) return undefined;
  const greedy = fillLine(measured, pieces, room);
  if (greedy.length > most) return undefined;
  if (greedy.length === 1) return greedy;
  // The narrowest column that needs no more lines.
  let [low, high] = [room / 3, room];
  let best = greedy;
  for (let i = 0; i < 9; i++) {
    const middle = (low + high) / 2;
    const narrower = fillLine(measured, pieces, middle);
    const fits = narrower.length <= greedy.length && narrower.every((line) => measured.width(line) <= room);
    if (fits) {
      best = narrower;
      high = middle;
    } else low = middle;
  }
  return best;
}

function fillLine(measured: Measured, pieces: readonly Piece[], room: number): string[] {
  const result: string[] = [];
  let line: Piece[] = [];
  for (const piece of pieces) {
    if (line.length > 0 && measured.width(joinPieces([...line, piece])) > room) {
      result.push(joinPieces(line));
      line = [];
    }
    line.push(piece);
  }
  if (line.length > 0) result.push(joinPieces(line));
  return result;
}

/** Splits into as few parts as possible, of similar length. */
function breakWord(measured: Measured, piece: Piece, room: number): Piece[] {
  const whole = measured.width(piece.text);
  if (whole <= room) return [piece];
  for (let count = Math.ceil(whole / room); count < 40; count++) {
    const parts = breakAt(measured, piece, (whole / count) * 1.04);
    if (parts.every(({ text }) => measured.width(text) <= room)) return parts;
  }
  return breakAt(measured, piece, room);
}

function breakAt(measured: Measured, piece: Piece, room: number): Piece[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(piece.text)) {
    if (part !== '' && measured.width(part + segment) > room) {
      parts.push(part);
      part = segment;
    } else part += segment;
  }
  parts.push(part);
  return parts.map((text, i) => ({ text, space: piece.space && i === parts.length - 1 }));
}

function truncate(
  measured: Measured,
  words: readonly Piece[],
  fitOptions: FitOptions,
  leading: number,
): WrappedText {
  const { smallest: size, role } = fitOptions;
  const maxLines = Math.min(
    fitOptions.lines,
    Math.max(1, Math.floor(fitOptions.h / (size * leading) + 0.001)),
  );
  const room = fitOptions.w / size;
  const all = fillLine(
    measured,
    words.flatMap((piece) => breakWord(measured, piece, room)),
    room,
  );
  const keptLines = all.slice(0, maxLines);
  if (all.length > maxLines) {
    let last = [
      ...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(keptLines.at(-1) ?? ''),
    ].map(({ segment }) => segment);
    while (last.length > 1 && measured.width(`${last.join('').trimEnd()}…`) > room) last = last.slice(0, -1);
    keptLines[keptLines.length - 1] = `${last.join('').trimEnd()}…`;
  }
  return toWrappedText(measured, role, size, keptLines, leading);
}

function toWrappedText(
  measured: Measured,
  role: TextRole,
  size: number,
  set: readonly string[],
  leading: number,
): WrappedText {
  const widths = set.map((line) => measured.width(line) * size);
  const step = size * leading;
  return { role, size, lines: set, widths, leading: step, w: Math.max(0, ...widths), h: step * set.length };
}
