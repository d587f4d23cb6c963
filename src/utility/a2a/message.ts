import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { asRecord } from '../../platform/decode.ts';
import { anyObject } from '../../platform/http/schema.ts';
import { createInputParser, InvalidInput } from '../../platform/http/validation.ts';
import { invalidParams, RpcError, rpcCodes } from './rpc.ts';
import { jsonBytes, maxMessageBytes } from './tasks.ts';

const part = Type.Union([
  Type.Object({ kind: Type.Literal('text'), text: Type.String({ maxLength: 65_536 }) }),
  Type.Object({ kind: Type.Literal('data'), data: anyObject() }),
]);

/** A received message. Other protocol fields are accepted and dropped. */
const sentMessage = Type.Object({
  kind: Type.Optional(Type.Literal('message')),
  role: Type.Union([Type.Literal('user'), Type.Literal('agent')]),
  messageId: Type.String({ minLength: 1, maxLength: 200 }),
  contextId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  taskId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  parts: Type.Array(part, { minItems: 1, maxItems: 20 }),
});
export type SentMessage = Static<typeof sentMessage>;

const readSentMessage = createInputParser(sentMessage, 'message', 'json');

export function readMessage(given: unknown): SentMessage {
  const message = reportAsInvalidParams(() => readSentMessage(withoutEmptyIds(pickKnownFields(given))));
  if (jsonBytes(message) <= maxMessageBytes) return message;
  throw invalidParams(`message must have at most ${maxMessageBytes} bytes of JSON`);
}

export function agentMessage(contextId: string, parts: unknown[]) {
  return { kind: 'message', role: 'agent', messageId: randomUUID(), contextId, parts };
}

function pickKnownFields(message: unknown): unknown {
  const knownFields = keepFields(message, Object.keys(sentMessage.properties));
  if (
    typeof knownFields !== 'object' ||
    knownFields === null ||
    !('parts' in knownFields) ||
    !Array.isArray(knownFields.parts)
  )
    return knownFields;
  if (knownFields.parts.some((each) => asRecord(each).kind === 'file')) {
    throw new RpcError(
      rpcCodes.contentType,
      'Incompatible content types: files are a content type that is not supported',
    );
  }
  return {
    ...knownFields,
    parts: knownFields.parts.map((each) => keepFields(each, ['kind', 'text', 'data'])),
  };
}

/** Protocol Buffers clients send '' for an id that is not set. */
function withoutEmptyIds(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message;
  const isUnset = (name: string, value: unknown) =>
    value === '' && (name === 'contextId' || name === 'taskId');
  return Object.fromEntries(Object.entries(message).filter(([name, value]) => !isUnset(name, value)));
}

/** Keeps the named fields: protocol fields that are not used here are dropped, not rejected. */
export function keepFields(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
}

/** Runs `work` and reports any invalid input as an invalid-params error. */
export function reportAsInvalidParams<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidInput) throw invalidParams(error.message);
    throw error;
  }
}
