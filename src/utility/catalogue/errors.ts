import { BrowserFailure } from '../../platform/chromium/failure.ts';
import { errors } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import type { DnsFailure } from '../../platform/outbound/dns-record.ts';
import { OutboundError, type OutboundReason, urlFaults } from '../../platform/outbound/error.ts';
import { TaskFailure } from '../workers/failure.ts';
import type { SkillCall } from './call.ts';

const maybeText = { type: 'string', nullable: true };

/** Fields of the error for a page that a bot check blocked. */
const blockedFields = {
  access: { type: 'string', enum: ['blocked'] },
  kind: { type: 'string', enum: ['challenge', 'consent', 'login', 'refused', 'error'] },
  by: { ...maybeText, description: 'The vendor of the challenge page, if it is recognised.' },
  status: { type: 'integer', description: 'HTTP status of the response.' },
  url: { type: 'string', description: 'The requested URL.' },
  final_url: { type: 'string', description: 'The final URL after redirects.' },
  content_type: maybeText,
  server: maybeText,
  retry_after: maybeText,
};

/** Failures caused by an upstream or the target. The caller is not charged for them. */
export const skillErrors = {
  badTarget: errorKind(
    'bad_target',
    400,
    'The target cannot be requested: it is not public, or not http(s).',
  ),
  upstreamFailed: errorKind(
    'upstream_failed',
    502,
    'An upstream sent an invalid response; the error quotes it.',
  ),
  unreadable: errorKind(
    'unreadable',
    422,
    'The input, or the response of the address, is not in a format this skill reads, or is too large for one call.',
  ),
  blocked: errorKind(
    'blocked',
    422,
    'The site returned a challenge, consent, login or error page instead of the page. The body has what could still be read.',
    blockedFields,
  ),
  upstreamTimeout: errorKind('upstream_timeout', 504, 'An upstream did not respond in time.'),
} as const;

/** For skills that render pages. */
export const noBrowser = errorKind(
  'no_browser',
  409,
  'This server has no browser to render pages; call without render and screenshot.',
);

export const upstreamFailed = (error: string, hint: string): Refusal =>
  new Refusal(skillErrors.upstreamFailed, error, hint);

export const upstreamTimeout = (error: string, hint: string): Refusal =>
  new Refusal(skillErrors.upstreamTimeout, error, hint);

export const unreadableTarget = (error: string, hint: string): Refusal =>
  new Refusal(skillErrors.unreadable, error, hint);

const overloaded = (error: string): Refusal =>
  new Refusal(errors.overloaded, error, 'Retry in a few seconds; nothing was charged.', {
    'retry-after': '3',
  });

/**
 * DNS returned no usable response: the records are unknown, which differs from knowing that there are none.
 */
export function dnsRefusal(name: string, reason: DnsFailure): Refusal {
  const error = `the DNS lookup of ${name} failed: ${reason}`;
  if (reason === 'overloaded' || reason === 'cancelled') return overloaded(error);
  const toUpstreamError = reason === 'timeout' ? upstreamTimeout : upstreamFailed;
  return toUpstreamError(error, 'Retry later; nothing was charged.');
}

/** Maps a worker task's failure to the caller's error; our own bugs pass unchanged. */
function taskRefusal(failure: TaskFailure): unknown {
  if (failure.reason === 'broken') return failure;
  if (failure.reason === 'busy') return overloaded(failure.message);
  const alternative =
    failure.reason === 'unreadable' ? 'something this skill can read' : 'something smaller or simpler';
  return unreadableTarget(failure.message, `Send ${alternative}; nothing was charged.`);
}

function browserRefusal({ reason, message, advice }: BrowserFailure): Refusal {
  switch (reason) {
    case 'missing':
    case 'unusable':
      return new Refusal(
        noBrowser,
        `${message}, so this server cannot render pages`,
        `Call again without render and screenshot.${advice ? ` For the operator: ${advice}.` : ''}`,
      );
    case 'busy':
    case 'ended':
      return overloaded(message);
    case 'too_slow':
      return upstreamTimeout(message, 'Call again without render=1, or retry later; nothing was charged.');
    case 'too_heavy':
      return unreadableTarget(message, 'Call again without render=1; nothing was charged.');
  }
}

/** Local servers are not at public addresses; developers need the setting that allows them. */
function badTargetHint(reason: OutboundReason): string {
  const hint = 'Send a public http or https address, or a public name.';
  return reason === 'not_public' ? `${hint} ${localDevelopment}` : hint;
}

const localDevelopment =
  'For local development the operator allows private networks with KITH_OUTBOUND_ALLOW, for example KITH_OUTBOUND_ALLOW=127.0.0.1/32.';

/**
 * Maps an outbound or worker error to the error a caller of the skill receives. Other errors pass unchanged.
 * Every wait for somebody else has a limit of its own, so what exceeds the limit of a whole call, or is
 * cancelled by it, was delayed here.
 */
export function asSkillError(error: unknown): unknown {
  if (error instanceof BrowserFailure) return browserRefusal(error);
  if (error instanceof TaskFailure) return taskRefusal(error);
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return overloaded('The whole call took too long');
  }
  if (!(error instanceof OutboundError)) return error;
  if (error.reason === 'overloaded' || error.reason === 'aborted') return overloaded(error.message);
  // A body that fails belongs to the last hop.
  const route = [...error.hops.map(({ url }) => url), error.url].filter(
    (url, at, all) => url !== all[at - 1],
  );
  const where = error.url ? ` (${route.join(' → ')})` : '';
  if (urlFaults.has(error.reason)) {
    return new Refusal(skillErrors.badTarget, `${error.message}${where}`, badTargetHint(error.reason));
  }
  if (error.reason === 'timeout') {
    return upstreamTimeout(`${error.message}${where}`, 'Retry later; nothing was charged.');
  }
  return upstreamFailed(
    `${error.message}${where}`,
    'Check the address, or retry later; nothing was charged.',
  );
}

export type ValueOrReason<T> = { readonly value: T } | { readonly reason: string };

/** A part of a response, or the reason why it could not be read. */
export async function valueOrReason<T>(part: Promise<T>, call: SkillCall): Promise<ValueOrReason<T>> {
  try {
    return { value: await part };
  } catch (error) {
    call.signal.throwIfAborted();
    const refusal = asSkillError(error);
    if (refusal instanceof Refusal) return { reason: refusal.message };
    throw error;
  }
}

/** Why a file beside the page could not be read. */
export const failureReason = (response: ValueOrReason<{ readonly status: number }>): string =>
  'reason' in response ? response.reason : `it returned status ${response.value.status}`;
