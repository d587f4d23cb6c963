import type { Readable } from 'node:stream';
import { cutOff, emptyFile, maxUploadBytes, tooLarge } from './errors.ts';
import { type Arriving, fileOfForm } from './form.ts';
import { headBytes, type Recognised, recognise } from './recognise.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The file of an upload, whether it comes in a form or as the body itself. */
export async function arrivingFile(body: Readable | undefined, headers: Headers): Promise<Arriving> {
  // Without a body there is no stream either.
  if (!body) throw emptyFile();
  const type = headers['content-type'] as string | undefined;
  if (/^multipart\//i.test(type ?? '')) return fileOfForm(body, headers);
  if (Number(headers['content-length']) > maxUploadBytes) throw tooLarge();
  return { name: undefined, type, bytes: bytesOf(body) };
}

/** Lets go of the request without destroying it: it is still to be answered, and its connection used again. */
async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch {
    throw cutOff();
  }
}

export interface TypedFile extends Recognised {
  /** All bytes, checked as they pass. Fails at the end at the latest when they are not what they began as. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Reads only as much as tells what it is; the rest is read by whoever reads the bytes. */
export async function typedFile(arriving: Arriving): Promise<TypedFile> {
  const bytes = arriving.bytes[Symbol.asyncIterator]();
  try {
    const head = await takeHead(bytes);
    if (head.length === 0) throw emptyFile();
    const recognised = await recognise(head, arriving);
    return { ...recognised, bytes: checked(head, bytes, recognised) };
  } catch (error) {
    await bytes.return?.();
    throw error;
  }
}

async function takeHead(bytes: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let length = 0; length < headBytes; ) {
    const { value, done } = await bytes.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  return Buffer.concat(chunks);
}

async function* checked(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  { check }: Recognised,
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
