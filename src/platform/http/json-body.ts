import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unreadable } from '../decode.ts';
import { asError } from '../error-fields.ts';
import { errors, invalidField } from './errors.ts';
import { Refusal } from './refusal.ts';

const maxDepth = 64;
/** Far more than any call needs: schemas and protocols cost microseconds for each. */
const maxValues = 5_000;
const maxShortBytes = 8_192;

/**
 * Parses JSON bodies and rejects what PostgreSQL cannot store or a signature cannot cover: NUL, lone
 * surrogates, prototype keys.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, text: string, done) => {
      try {
        refuseCompressed(request.headers['content-encoding']);
        done(null, parseJson(text));
      } catch (error) {
        done(asError(error));
      }
    },
  );
}

/** On a service's own scope: streamed bodies have parsers of their own. */
export function refuseGuessedTypes(app: FastifyInstance): void {
  app.addContentTypeParser(guessedTypes, { parseAs: 'string' }, (_request, text: string, done) =>
    done(new WrongContentType(text)),
  );
}

function refuseCompressed(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new Refusal(errors.wrongType, 'the body is compressed', 'Send plain JSON, without content-encoding.');
}

/** What tools send that have no word for JSON: curl's `-d` without a header, a form. */
const guessedTypes = ['application/x-www-form-urlencoded', 'text/plain'];

/** A body of another content type, for the hint to repeat as JSON. */
export class WrongContentType extends Error {
  readonly body: unknown;

  constructor(text: string) {
    super('the body has a content type that this call does not accept');
    this.body = readGuessed(text);
  }
}

function readGuessed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return /^[\w.-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : unreadable;
  }
}

/** The body of a request that has no route, for its hint to repeat: undefined if there is none, `unreadable` if it is long or not JSON. */
export async function readShortJson({ headers, raw }: FastifyRequest): Promise<unknown> {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && Number(length ?? 0) === 0) return undefined;
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  if (!isJson || !(Number(length) <= maxShortBytes)) return unreadable;
  try {
    return parseJson(Buffer.concat(await raw.toArray()).toString());
  } catch {
    return unreadable;
  }
}

/** Throws a Refusal for text that is not valid JSON, or that no column can store. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  refuseTooMuch(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    throw new Refusal(
      errors.badJson,
      `the body is not JSON: ${reason.slice(0, 120)}`,
      'Send one JSON object.',
    );
  }
  // A body without escapes cannot contain any of these, so most bodies are not traversed.
  if (/\\u|__proto__|"constructor"/i.test(text)) refuseHostile(value, 'the body');
  return value;
}

/** Before it is parsed: an object of 60,000 fields takes a tenth of a second. */
function refuseTooMuch(text: string): void {
  // Without escapes, the next quote ends a string. Text that has them elsewhere is parsed no further than there.
  const bare = text.replaceAll(/\\./gs, '');
  let depth = 0;
  let values = 1;
  for (let i = 0; i < bare.length; i++) {
    const code = bare.charCodeAt(i);
    if (code === quote) {
      const end = bare.indexOf('"', i + 1);
      if (end < 0) return;
      i = end;
    } else if (code === comma) values++;
    else if (code === openList || code === openObject) {
      values++;
      if (++depth > maxDepth)
        throw invalidField(`the body nests deeper than ${maxDepth} levels`, 'Send a flatter body.');
    } else if (code === closeList || code === closeObject) depth--;
    if (values > maxValues)
      throw invalidField(`the body holds more than ${maxValues} values`, 'Send it in several calls.');
  }
}

const [quote, comma, openList, closeList, openObject, closeObject] = [...'",[]{}'].map((each) =>
  each.charCodeAt(0),
);

function refuseHostile(value: unknown, where: string): void {
  if (typeof value === 'string') {
    refuseHostileText(value, where);
  } else if (Array.isArray(value)) {
    for (const item of value) refuseHostile(item, where);
  } else if (value && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      refuseHostileText(key, 'a field name');
      if (key === '__proto__' || key === 'constructor')
        throw invalidField(`${key} is not a field`, 'Leave it out.');
      refuseHostile(item, key);
    }
  }
}

function refuseHostileText(text: string, where: string): void {
  if (text.includes('\0'))
    throw invalidField(`${where} contains a NUL character`, 'Send text without \\u0000.');
  if (!text.isWellFormed()) {
    throw invalidField(`${where} contains an unpaired surrogate`, 'Send well-formed Unicode text.');
  }
}
