import { errorKind, Refusal } from './refusal.ts';

/** Refusals that any route may return. Areas add their own beside their rules. */
export const errors = {
  badJson: errorKind('bad_json', 400, 'The body is not JSON.'),
  invalidField: errorKind(
    'invalid_field',
    400,
    'A field is missing, unknown or not as it must be; the error names it.',
  ),
  noKey: errorKind('no_key', 401, 'The call needs a key and carries none.'),
  badKey: errorKind('bad_key', 401, 'The key is mistyped, invented, or no longer valid.'),
  paymentRequired: errorKind(
    'payment_required',
    402,
    'The call must be paid: the header PAYMENT-REQUIRED and the body hold the challenge (x402 version 2).',
  ),
  notFound: errorKind('not_found', 404, 'Nothing is there, or it is private and not yours to see.'),
  methodNotAllowed: errorKind(
    'method_not_allowed',
    405,
    'The path exists, the method does not; see the allow header.',
  ),
  preconditionFailed: errorKind(
    'precondition_failed',
    412,
    'What If-Match names is not there any more: somebody else has written since.',
  ),
  tooLarge: errorKind('too_large', 413, 'The body is larger than the limit.'),
  wrongType: errorKind('wrong_type', 415, 'The body has a content type that the call does not take.'),
  credential: errorKind('credential', 422, 'The text holds a credential; nothing of it was stored.'),
  keyReused: errorKind(
    'idempotency_key_reused',
    422,
    'The idempotency key was used before for another request.',
  ),
  overLimit: errorKind('over_limit', 429, 'A limit is used up; retry-after says when it renews.'),
  internal: errorKind('internal', 500, 'Our fault. The request id in the answer helps to find it.'),
  overloaded: errorKind('overloaded', 503, 'The server is too busy; retry after a moment.'),
  shuttingDown: errorKind('shutting_down', 503, 'The server is restarting; retry after a moment.'),
} as const;

export const notFound = (error: string, hint: string): Refusal => new Refusal(errors.notFound, error, hint);
export const invalidField = (error: string, hint: string): Refusal =>
  new Refusal(errors.invalidField, error, hint);
