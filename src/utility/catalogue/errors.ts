import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { OutboundError, type OutboundReason } from '../../platform/outbound/error.ts';

/** How a skill can fail for a reason that lies outside. An upstream's failure costs the caller nothing. */
export const skillErrors = {
  badTarget: errorKind(
    'bad_target',
    400,
    'The target is not one that can be asked: not public, or not http(s).',
  ),
  upstreamFailed: errorKind(
    'upstream_failed',
    502,
    'An upstream answered wrongly; the error says what it said.',
  ),
  upstreamTimeout: errorKind('upstream_timeout', 504, 'An upstream did not answer in time.'),
} as const;

/** The caller's own doing: another try gives the same. */
const badTargets = new Set<OutboundReason>([
  'bad_url',
  'bad_scheme',
  'userinfo',
  'blocked_port',
  'not_public',
]);

export const upstreamFailed = (error: string, hint: string): Refusal =>
  new Refusal(skillErrors.upstreamFailed, error, hint);

export const upstreamTimeout = (error: string, hint: string): Refusal =>
  new Refusal(skillErrors.upstreamTimeout, error, hint);

/** An error of the door out, as the caller of a skill sees it. Anything else passes as it is. */
export function asSkillError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const where = error.url ? ` (${error.url})` : '';
  if (badTargets.has(error.reason)) {
    return new Refusal(
      skillErrors.badTarget,
      `${error.message}${where}`,
      'Send a public http or https address, or a public name.',
    );
  }
  if (error.reason === 'timeout') {
    return upstreamTimeout(`${error.message}${where}`, 'Retry later; nothing was charged.');
  }
  return upstreamFailed(
    `${error.message}${where}`,
    'Check the address, or retry later; nothing was charged.',
  );
}
