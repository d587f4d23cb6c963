import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { LongText } from '../moderation/credentials/find.ts';
import { BadUpload, badForm, emptyFile, incompleteUpload, maxUploadBytes, uploadTooLarge } from './errors.ts';
import { type Declared, headBytes, type RecognisedFile, recognise } from './kinds.ts';

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

interface TypedFile extends RecognisedFile {
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

interface IncomingFile extends Declared {
  readonly bytes: AsyncIterable<Buffer>;
}

const limits = { files: 1, fields: 0, parts: 2, headerPairs: 20, headerSize: 8_192 };

/**
 * The only file of a multipart form. Its stream ends only after the form was complete and held nothing else.
 */
async function readFormFile(
  body: Readable,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<IncomingFile> {
  const form = createFormParser(headers);
  const parsedForm = readForm(body, form);
  // The reader of the file gets this error; without a reader it does not matter.
  parsedForm.catch(() => {});
  const first = new Promise<IncomingFile>((resolve) => {
    form.once('file', (_field, file, name, _encoding, type) => {
      // The reader gets this error too, but may not have started reading.
      file.on('error', () => {});
      parsedForm.catch((error: Error) => file.destroy(error));
      resolve({ name, type, bytes: readFormBytes(file, parsedForm) });
    });
  });
  body.pipe(form);
  return Promise.race([first, parsedForm.then(() => Promise.reject(badForm('it contains no file')))]);
}

function createFormParser(headers: Readonly<Record<string, string | string[] | undefined>>): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': headers['content-type']?.toString() ?? '' }, limits });
  } catch (error) {
    throw describeFormError(error);
  }
}

function readForm(body: Readable, form: BusboyInstance): Promise<void> {
  let hasStarted = false;
  return new Promise((resolve, reject) => {
    form.once('finish', resolve);
    form.once('file', () => {
      hasStarted = true;
    });
    // A file without its closing boundary was truncated, even if the request itself was complete.
    const toFormRefusal = (error: unknown) =>
      hasStarted && /unexpected end/i.test(String(error)) ? incompleteUpload() : describeFormError(error);
    form.on('error', (error) => reject(toFormRefusal(error)));
    form.once('filesLimit', () => reject(badForm('it contains more than one file')));
    form.once('fieldsLimit', () =>
      reject(badForm('it contains a field that is not a file with a file name')),
    );
    form.once('partsLimit', () => reject(badForm('it contains more than one part')));
    finished(body, { writable: false }, (error) => error && reject(incompleteUpload()));
  });
}

async function* readFormBytes(file: Readable, whole: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw error instanceof BadUpload ? error : describeFormError(error);
  }
  await whole;
}

const describeFormError = (error: unknown): BadUpload =>
  badForm(error instanceof Error ? error.message.slice(0, 100) : 'it is broken');

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
