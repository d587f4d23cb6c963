import { findCredential } from './find.ts';

/** How much is gathered before it is looked at, so that a file in tiny pieces costs no more than one in large ones. */
const pieceLength = 32_768;
/** What stays for the next look: more than the longest thing that is looked for, with all that is around it. */
const overlap = 4_096;

/** Looks at a text that arrives in pieces. Pieces are cut between words, so that no cut makes or hides a credential. */
export class LongText {
  #kept = '';
  #unseen = 0;

  /** The kind of a credential that has come to light. */
  take(piece: string): string | undefined {
    this.#kept += piece;
    this.#unseen += piece.length;
    if (this.#unseen < pieceLength) return undefined;
    const end = cutBefore(this.#kept, this.#kept.length);
    const found = findCredential(this.#kept.slice(0, end));
    this.#kept = this.#kept.slice(end > overlap ? cutBefore(this.#kept, end - overlap) : 0);
    this.#unseen = 0;
    return found;
  }

  end(): string | undefined {
    return findCredential(this.#kept);
  }
}

/** The nearest gap between words before a place; the place itself where a word is longer than any is. */
function cutBefore(text: string, place: number): number {
  for (let i = place; i > Math.max(0, place - pieceLength / 2); i--) {
    if (text.charCodeAt(i - 1) <= 32) return i;
  }
  return place;
}
