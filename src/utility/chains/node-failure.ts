const longestWords = 300;

/** A node gave no answer that can be used; the message is what it said of itself, or what became of the call. */
export class NodeFailure extends Error {
  readonly timedOut: boolean;
  /** How long the node asks to be left alone, or ought to be. */
  readonly restMs: number;

  constructor(words: string, { timedOut = false, restMs = 15_000 } = {}) {
    super(plain(words));
    this.name = 'NodeFailure';
    this.timedOut = timedOut;
    this.restMs = restMs;
  }
}

/** A stranger's words as one short line. */
function plain(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > longestWords ? `${line.slice(0, longestWords)}…` : line;
}
