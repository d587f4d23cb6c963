import type { Json } from './task-kind.ts';

const maxPayloadBytes = 32_768;

/** As SQL parameter: undefined is NULL and means "unchanged"; null is a JSON value. */
export function encodeTaskPayload(payload: Json | undefined): string | null {
  if (payload === undefined) return null;
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > maxPayloadBytes) {
    throw new RangeError(
      `a task's payload is at most ${maxPayloadBytes} bytes: store the body and pass its id`,
    );
  }
  return text;
}
