import type { Message } from './messages.ts';

/** A page of a room as it goes out, made once for everybody who asks for the same. */
export interface Page {
  readonly bytes: Buffer;
  /** The last message in it, if it holds any. */
  readonly upTo: number | undefined;
}

export function pageOf(messages: readonly Message[], since: number): Page {
  const upTo = messages.at(-1)?.id;
  return { bytes: Buffer.from(JSON.stringify({ messages, next_since_id: upTo ?? since })), upTo };
}
