import { findCredential } from './find.ts';

/** Characters buffered before each scan, so that many tiny chunks cost no more than a few large ones. */
const pieceLength = 32_768;
/** Characters kept for the next scan: more than the longest credential with its context. */
const overlap = 4_096;

/**
 * Scans a text that arrives in chunks. It is cut between words, so that no cut creates or hides a credential.
 */
export class LongText {
  #kept = '';
  #unseen = 0;

  /** Returns the kind of a credential once one is found. */
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

/** The last word boundary before an index, or the index itself inside an overlong word. */
function cutBefore(text: string, place: number): number {
  for (let i = place; i > Math.max(0, place - pieceLength / 2); i--) {
    if (text.charCodeAt(i - 1) <= 32) return i;
  }
  return place;
}
