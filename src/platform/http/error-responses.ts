import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUnavailable, type Unavailable } from '../db/unavailable.ts';
import { unreadable } from '../decode.ts';
import { errorCode } from '../error-fields.ts';
import { bearerHint } from './authenticator.ts';
import { explainCorrection, type SentInput } from './corrected-call.ts';
import { errors, invalidField } from './errors.ts';
import { WrongContentType } from './json-body.ts';
import { Refusal } from './refusal.ts';
import type { BoundRoute } from './route.ts';
import { InvalidInput } from './validation.ts';

/**
 * Converts every error to a Refusal; an unknown one becomes a 500 whose message is only logged. Without what was sent it
 * names the rule and the document, and no corrected call.
 */
export function toRefusal(
  error: unknown,
  route: BoundRoute | undefined,
  baseUrl: string,
  sent: SentInput | null = {},
  /** Another call that the input asks for. */
  otherCall: () => string | undefined = () => undefined,
): Refusal {
  if (error instanceof Refusal)
    return route && sent && error.kind === errors.noKey && error.hint === bearerHint
      ? showCall(error, route, baseUrl, sent)
      : error;
  if (error instanceof WrongContentType) {
    const json = "Send JSON with the header 'content-type: application/json'.";
    const isReadable = route && sent && error.body !== unreadable;
    const call = isReadable ? ` ${explainCorrection(route, baseUrl, { ...sent, body: error.body })}` : '';
    return new Refusal(errors.wrongType, error.message, json + call);
  }
  if (error instanceof InvalidInput) {
    if (route && !sent)
      return invalidField(error.message, `GET ${baseUrl}/api/help?call=${route.name} describes the call.`);
    return invalidField(
      error.message,
      route && sent
        ? (otherCall() ?? explainCorrection(route, baseUrl, sent))
        : 'GET /llms.txt lists the calls.',
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
      return invalidField('a part of the path is longer than any name', 'GET /llms.txt lists the calls.');
    case 'FST_ERR_BAD_URL':
      return invalidField('the URL contains invalid percent-encoding', 'Encode the path by RFC 3986.');
  }
  const unavailable = findUnavailable(error);
  if (unavailable) return unavailableRefusal(unavailable);
  return new Refusal(
    errors.internal,
    'internal server error',
    'Retry; if it persists, send the operator the x-request-id of this response.',
  );
}

/** The call of one whose key was in another place, with the key in its own. */
function showCall(refusal: Refusal, route: BoundRoute, baseUrl: string, sent: SentInput): Refusal {
  const { kind, message, hint, headers, more } = refusal;
  const withKey = { ...sent, headers: { ...sent.headers, authorization: 'Bearer' } };
  const call = explainCorrection(route, baseUrl, withKey);
  return new Refusal(kind, message, `${hint} ${call}`, { ...headers }, { ...more });
}

const unavailableRefusal = ({ state, retryAfterS }: Unavailable): Refusal =>
  new Refusal(
    errors.overloaded,
    `kith ${state}`,
    `Retry in ${retryAfterS} s, with the same Idempotency-Key${state.includes('write') ? '; reading works' : ''}.`,
    { 'retry-after': String(retryAfterS) },
  );

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
