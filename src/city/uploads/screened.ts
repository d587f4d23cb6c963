import { LongText } from '../moderation/credentials/long-text.ts';

/** A file that is not taken because of what is in it. */
export class CredentialFound extends Error {
  readonly kind: string;

  constructor(kind: string) {
    super(`the file holds ${kind}`);
    this.kind = kind;
  }
}

/** The bytes of a text as they pass; fails before its last byte has passed when there is a credential in it. */
export async function* screened(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
