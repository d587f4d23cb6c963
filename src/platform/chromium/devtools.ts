import type { Readable, Writable } from 'node:stream';
import { Type } from 'typebox';
import { jsonDecoder, unreadable, valueDecoder } from '../decode.ts';
import { BrowserFailure } from './failure.ts';

/** A page's HTML and a screenshot are one message each. */
const maxMessageBytes = 64 * 1_024 * 1_024;

const decodeMessage = jsonDecoder(
  Type.Object({
    id: Type.Optional(Type.Integer()),
    method: Type.Optional(Type.String()),
    params: Type.Optional(Type.Unknown()),
    sessionId: Type.Optional(Type.String()),
    result: Type.Optional(Type.Unknown()),
    error: Type.Optional(Type.Object({ message: Type.String() })),
  }),
);

export interface DevToolsEvent {
  readonly method: string;
  readonly params: unknown;
  readonly session: string | undefined;
}

interface Listeners {
  readonly onEvent: (event: DevToolsEvent) => void;
  /** Called once, when nothing more can be sent. */
  readonly onEnd: (failure: Error) => void;
}

type Params = Readonly<Record<string, unknown>>;

/** The DevTools protocol over a pair of pipes: NUL-terminated JSON messages. */
export class DevTools {
  readonly #input: Writable;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners: Listeners;
  #lastId = 0;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #failure: Error | undefined;

  constructor(input: Writable, output: Readable, listeners: Listeners) {
    this.#input = input;
    this.#listeners = listeners;
    input.on('error', () => this.end());
    output.on('error', () => this.end());
    output.on('close', () => this.end());
    output.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  /** Resolves to the command's result; rejects if the browser rejects the command or exits. */
  send(method: string, params: Params = {}, session?: string): Promise<unknown> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const response = Promise.withResolvers<unknown>();
    this.#pending.set(id, response);
    const message = { id, method, params, ...(session && { sessionId: session }) };
    this.#input.write(`${JSON.stringify(message)}\0`);
    return response.promise;
  }

  /** For commands whose failure does not matter: the target may already be gone. */
  sendIgnoringErrors(method: string, params: Params = {}, session?: string): void {
    this.send(method, params, session).catch(() => {});
  }

  end(failure: Error = new BrowserFailure('ended', 'The browser ended while it rendered the page')): void {
    if (this.#failure) return;
    this.#failure = failure;
    for (const response of this.#pending.values()) response.reject(failure);
    this.#pending.clear();
    this.#pieces = [];
    this.#listeners.onEnd(failure);
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0 && !this.#failure; end = chunk.indexOf(0, start)) {
      this.#pieces.push(chunk.subarray(start, end));
      const message = Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.#bytes = 0;
      start = end + 1;
      this.#read(message);
    }
    this.#bytes += chunk.length - start;
    if (this.#bytes > maxMessageBytes) this.end(new BrowserFailure('too_heavy', 'The page is too large'));
    if (!this.#failure) this.#pieces.push(chunk.subarray(start));
  }

  #read(bytes: Buffer): void {
    const message = decodeMessage(bytes);
    if (message === unreadable) return;
    if (message.id === undefined) {
      if (message.method === undefined) return;
      this.#listeners.onEvent({ method: message.method, params: message.params, session: message.sessionId });
      return;
    }
    const response = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) response?.reject(new Error(message.error.message));
    else response?.resolve(message.result);
  }
}

/** The fields that are read from DevTools events; all others are ignored. */

const headers = Type.Record(Type.String(), Type.String());
const response = Type.Object({
  url: Type.String(),
  status: Type.Integer(),
  headers,
  mimeType: Type.String(),
});

export type DocumentResponse = Type.Static<typeof response>;

export const decodeAttached = valueDecoder(
  Type.Object({
    sessionId: Type.String(),
    targetInfo: Type.Object({ targetId: Type.String(), type: Type.String() }),
  }),
);

export const decodeRequestSent = valueDecoder(
  Type.Object({
    requestId: Type.String(),
    type: Type.Optional(Type.String()),
    frameId: Type.Optional(Type.String()),
    request: Type.Object({ url: Type.String() }),
    redirectResponse: Type.Optional(response),
  }),
);

export const decodeResponse = valueDecoder(
  Type.Object({ requestId: Type.String(), type: Type.String(), response }),
);

export const decodeEnd = valueDecoder(
  Type.Object({ requestId: Type.String(), errorText: Type.Optional(Type.String()) }),
);

export const decodePaused = valueDecoder(
  Type.Object({
    requestId: Type.String(),
    resourceType: Type.String(),
    request: Type.Object({ url: Type.String() }),
  }),
);

export const decodeAuthRequired = valueDecoder(
  Type.Object({
    requestId: Type.String(),
    authChallenge: Type.Object({ source: Type.Optional(Type.String()) }),
  }),
);

export const decodeDialog = valueDecoder(Type.Object({ type: Type.String() }));

export const decodeVersion = valueDecoder(Type.Object({ userAgent: Type.String() }));

export const decodeWorld = valueDecoder(Type.Object({ executionContextId: Type.Integer() }));

export const decodeSnapshot = valueDecoder(
  Type.Object({
    result: Type.Object({
      value: Type.Object({ url: Type.String(), html: Type.Union([Type.String(), Type.Null()]) }),
    }),
  }),
);

export const decodeScreenshot = valueDecoder(Type.Object({ data: Type.String() }));
