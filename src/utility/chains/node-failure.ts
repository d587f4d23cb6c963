const maxMessageChars = 300;

/** A node gave no usable response; the message is the node's own, or describes how the call failed. */
export class NodeFailure extends Error {
  readonly timedOut: boolean;
  /** How long to leave the node alone: what it asks for, or a default. */
  readonly restMs: number;

  constructor(words: string, { timedOut = false, restMs = 15_000 } = {}) {
    super(toShortLine(words));
    this.name = 'NodeFailure';
    this.timedOut = timedOut;
    this.restMs = restMs;
  }
}

/** Untrusted text as one short line. */
function toShortLine(words: string): string {
  const line = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxMessageChars ? `${line.slice(0, maxMessageChars)}…` : line;
}
