import type { Message } from './messages.ts';

/** A serialised page of a room, built once for all callers that request the same one. */
export interface SerializedPage {
  readonly bytes: Buffer;
  /** Id of the last message in it, if any. */
  readonly upTo: number | undefined;
}

export function serializePage(messages: readonly Message[], since: number): SerializedPage {
  const upTo = messages.at(-1)?.id;
  return { bytes: Buffer.from(JSON.stringify({ messages, next_since_id: upTo ?? since })), upTo };
}
