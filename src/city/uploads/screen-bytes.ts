import { LongText } from '../moderation/credentials/long-text.ts';

/** A file refused because it contains a credential. */
export class CredentialFound extends Error {
  readonly kind: string;

  constructor(kind: string) {
    super(`the file contains ${kind}`);
    this.kind = kind;
  }
}

/** Passes the bytes of a text through; throws before the last byte if it contains a credential. */
export async function* screenBytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder();
  const text = new LongText();
  for await (const chunk of bytes) {
    refuse(text.take(decoder.decode(chunk, { stream: true })));
    yield chunk;
  }
  refuse(text.take(decoder.decode()) ?? text.end());
}

function refuse(kind: string | undefined): void {
  if (kind !== undefined) throw new CredentialFound(kind);
}
