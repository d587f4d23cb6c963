import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { errorCode } from '../error-fields.ts';
import { correctedCurl, type SentInput } from './corrected-call.ts';
import { errors, invalidField } from './errors.ts';
import { Refusal } from './refusal.ts';
import type { BoundRoute } from './route.ts';
import { InvalidInput } from './validation.ts';

const busyHeaders = { 'retry-after': '1' };
/** SQLSTATE classes in which the database, not the request, is at fault and a retry is right. */
const databaseAway = /^(08|53|57|25006)/;
/** A standby rejects what only a primary can do. */
const inRecovery = /during recovery/;
const networkCodes = new Set(
  'ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);

/** The driver has no codes for these: no free connection in time, or the one in use broke. */
const databaseLost = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** Converts every error to a Refusal; an unknown one becomes a 500 whose message is only logged. */
export function toRefusal(
  error: unknown,
  route: BoundRoute | undefined,
  baseUrl: string,
  sent: SentInput = {},
): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof InvalidInput) {
    return invalidField(
      error.message,
      route ? `Like this: ${correctedCurl(route, baseUrl, sent)}` : 'See /openapi.json.',
    );
  }
  switch (errorCode(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(
        errors.tooLarge,
        'the body is larger than this call accepts',
        'Send at most 1 MiB of JSON.',
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(
        errors.wrongType,
        'the body has a content type that this call does not accept',
        "Send JSON with the header 'content-type: application/json'.",
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal(
        errors.badJson,
        'the body is not as long as content-length says',
        'Send the complete body.',
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalidField(
        'a part of the path is longer than any name',
        'See /openapi.json for what it may be.',
      );
    case 'FST_ERR_BAD_URL':
      return invalidField('the URL contains invalid percent-encoding', 'Encode the path by RFC 3986.');
  }
  if (isDatabaseAway(error)) {
    return new Refusal(
      errors.overloaded,
      'the server cannot handle this request now',
      'Retry in a second.',
      busyHeaders,
    );
  }
  return new Refusal(
    errors.internal,
    'internal server error',
    'Retry; if it persists, send the operator the x-request-id of this response.',
  );
}

function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return databaseAway.test(error.code ?? '') || inRecovery.test(error.message);
  }
  if (!(error instanceof Error)) return false;
  const code = errorCode(error) ?? '';
  return networkCodes.has(code) || databaseLost.test(error.message);
}

export function sendRefusal(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  body = JSON.stringify({ error: refusal.message, hint: refusal.hint, ...refusal.more }),
): FastifyReply {
  return reply
    .code(refusal.kind.status)
    .headers(refusal.headers)
    .header('x-error-code', refusal.kind.code)
    .header('x-request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8')
    .send(body);
}
