import type { Json } from './kind.ts';

const maxPayloadBytes = 32_768;

/** As the statements take it: undefined is SQL's NULL and means "as it was"; null is a value. */
export function encodePayload(payload: Json | undefined): string | null {
  if (payload === undefined) return null;
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > maxPayloadBytes) {
    throw new RangeError(
      `a task's payload is at most ${maxPayloadBytes} bytes: store the body and name its id`,
    );
  }
  return text;
}
