import { errorKind, Refusal } from './refusal.ts';

/** Refusals that any route may return. Areas add their own beside their rules. */
export const errors = {
  badJson: errorKind('bad_json', 400, 'The body is not JSON.'),
  invalidField: errorKind(
    'invalid_field',
    400,
    'A field is missing, unknown or invalid; the error names it.',
  ),
  noKey: errorKind('no_key', 401, 'The call needs a key, and none was sent.'),
  badKey: errorKind('bad_key', 401, 'The key is invalid or was revoked.'),
  paymentRequired: errorKind(
    'payment_required',
    402,
    'The call must be paid: the header PAYMENT-REQUIRED and the body contain the challenge (x402 version 2).',
  ),
  notFound: errorKind('not_found', 404, 'It does not exist, or you may not see it.'),
  methodNotAllowed: errorKind(
    'method_not_allowed',
    405,
    'The path exists, the method does not; see the allow header.',
  ),
  preconditionFailed: errorKind(
    'precondition_failed',
    412,
    'The version in If-Match is outdated: the resource has changed since.',
  ),
  tooLarge: errorKind('too_large', 413, 'The body is larger than the limit.'),
  wrongType: errorKind('wrong_type', 415, 'The body has a content type that the call does not accept.'),
  credential: errorKind('credential', 422, 'The text contains a credential; nothing was stored.'),
  keyReused: errorKind(
    'idempotency_key_reused',
    422,
    'The idempotency key was already used for another request.',
  ),
  overLimit: errorKind('over_limit', 429, 'A limit is reached; retry-after says when it resets.'),
  internal: errorKind(
    'internal',
    500,
    'Internal server error. Report the x-request-id of the response to the operator.',
  ),
  overloaded: errorKind('overloaded', 503, 'The server is too busy; retry after a moment.'),
  shuttingDown: errorKind('shutting_down', 503, 'The server is restarting; retry after a moment.'),
} as const;

export const notFound = (error: string, hint: string): Refusal => new Refusal(errors.notFound, error, hint);
export const invalidField = (error: string, hint: string): Refusal =>
  new Refusal(errors.invalidField, error, hint);
