import type { Readable } from 'node:stream';
import { emptyFile, incompleteUpload, maxUploadBytes, uploadTooLarge } from './errors.ts';
import { type IncomingFile, readFormFile } from './form.ts';
import { headBytes, type RecognisedFile, recognise } from './recognise.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The uploaded file, sent either in a form or as the request body. */
export async function readUpload(body: Readable | undefined, headers: Headers): Promise<IncomingFile> {
  // A request without a body has no stream either.
  if (!body) throw emptyFile();
  const type = headers['content-type']?.toString();
  if (/^multipart\//i.test(type ?? '')) return readFormFile(body, headers);
  if (Number(headers['content-length']) > maxUploadBytes) throw uploadTooLarge();
  return { name: undefined, type, bytes: readBytes(body) };
}

/** Does not destroy the request when the reader stops: it still needs a response on its connection. */
async function* readBytes(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch {
    throw incompleteUpload();
  }
}

export interface TypedFile extends RecognisedFile {
  /** All bytes, validated while streaming; throws by the end if they do not match their type. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads only enough to recognise the type; the caller reads the rest. */
export async function detectType(arriving: IncomingFile): Promise<TypedFile> {
  const bytes = arriving.bytes[Symbol.asyncIterator]();
  try {
    const head = await readHead(bytes);
    if (head.length === 0) throw emptyFile();
    const recognised = await recognise(head, arriving);
    return { ...recognised, bytes: checkChunks(head, bytes, recognised) };
  } catch (error) {
    await bytes.return?.();
    throw error;
  }
}

async function readHead(bytes: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let length = 0; length < headBytes; ) {
    const { value, done } = await bytes.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  return Buffer.concat(chunks);
}

async function* checkChunks(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  { check }: RecognisedFile,
): AsyncGenerator<Buffer> {
  try {
    for (let chunk = head; ; ) {
      check?.take(chunk);
      yield chunk;
      const next = await rest.next();
      if (next.done) break;
      chunk = next.value;
    }
    check?.end();
  } finally {
    await rest.return?.();
  }
}
