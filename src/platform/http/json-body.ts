import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asError } from '../error-fields.ts';
import { errors, invalidField } from './errors.ts';
import { Refusal } from './refusal.ts';

const maxDepth = 64;

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

function refuseCompressed(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new Refusal(errors.wrongType, 'the body is compressed', 'Send plain JSON, without content-encoding.');
}

/** Throws a Refusal for text that is not valid JSON, or that no column can store. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
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
  // A body without escapes or deep nesting cannot contain any of these, so most bodies are not traversed.
  if (/\\u|__proto__|"constructor"/i.test(text) || isNestedTooDeep(text)) refuseHostile(value, 'the body', 0);
  return value;
}

function isNestedTooDeep(text: string): boolean {
  let openBrackets = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code === 0x5b || code === 0x7b) && ++openBrackets > maxDepth) return true;
  }
  return false;
}

function refuseHostile(value: unknown, where: string, depth: number): void {
  if (depth > maxDepth)
    throw invalidField(`the body nests deeper than ${maxDepth} levels`, 'Send a flatter body.');
  if (typeof value === 'string') {
    refuseHostileText(value, where);
  } else if (Array.isArray(value)) {
    for (const item of value) refuseHostile(item, where, depth + 1);
  } else if (value && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      refuseHostileText(key, 'a field name');
      if (key === '__proto__' || key === 'constructor')
        throw invalidField(`${key} is not a field`, 'Leave it out.');
      refuseHostile(item, key, depth + 1);
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
