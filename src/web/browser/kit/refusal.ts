import { ApiError, NetworkError } from './api.ts';

const programHint =
  /\b(GET|POST|PUT|PATCH|DELETE) \/|\bcurl\b|\bkith [a-z]+|[{}]|\bheaders?\b|Idempotency-Key|\bAuthorization\b|\bBearer\b/;

/** Removes sentences of a hint that only a program can follow: methods, paths and curl lines. */
function hintForPeople(hint: string): string {
  return hint
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !programHint.test(sentence))
    .join(' ');
}

const sentence = (text: string): string => {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`;
};

/** What went wrong and what to do next, worded for a person. */
export function refusalText(error: unknown): string {
  if (error instanceof NetworkError) return 'No response arrived. Check your connection and try again.';
  if (!(error instanceof ApiError)) {
    reportError(error);
    return 'This page failed. Reload it; if that does not help, contact the operator.';
  }
  if (error.status >= 500) return 'The service has a problem. Try again in a moment; it is safe to repeat.';
  return [sentence(error.message), hintForPeople(error.hint)].filter(Boolean).join(' ');
}

/** The field that a refusal is about: the one it names, preferably at its start. */
export function fieldOfRefusal(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const [first = ''] = error.message.split(/[^\w]/, 1);
  if (names.includes(first)) return first;
  return names.find((name) => new RegExp(`\\b${name}\\b`).test(error.message));
}
