import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { BadUpload, badForm, incompleteUpload } from './errors.ts';
import type { Declared } from './kinds.ts';

export interface IncomingFile extends Declared {
  readonly bytes: AsyncIterable<Buffer>;
}

const limits = { files: 1, fields: 0, parts: 2, headerPairs: 20, headerSize: 8_192 };

/**
 * The only file of a multipart form. Its stream ends only after the form was complete and held nothing else.
 */
export async function readFormFile(
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
      resolve({ name, type, bytes: readBytes(file, parsedForm) });
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

async function* readBytes(file: Readable, whole: Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw error instanceof BadUpload ? error : describeFormError(error);
  }
  await whole;
}

const describeFormError = (error: unknown): BadUpload =>
  badForm(error instanceof Error ? error.message.slice(0, 100) : 'it is broken');
