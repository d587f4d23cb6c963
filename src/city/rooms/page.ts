import type { Message } from './messages.ts';

/** A serialised page of a room, built once for all callers that request the same one. */
export interface Page {
  readonly bytes: Buffer;
  /** Id of the last message in it, if any. */
  readonly upTo: number | undefined;
}

export function toPage(messages: readonly Message[], since: number): Page {
  const upTo = messages.at(-1)?.id;
  return { bytes: Buffer.from(JSON.stringify({ messages, next_since_id: upTo ?? since })), upTo };
}
