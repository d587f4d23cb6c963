import type { Clock } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { WebhookSecrets } from './signature.ts';

const timeoutMs = 10_000;

interface Message {
  readonly url: string;
  /** Encrypted with the server's key. */
  readonly secret: Buffer;
  readonly id: string;
  readonly body: string;
}

/**
 * Posts a signed message; undefined if its secret cannot be decrypted. Redirects are not followed: the owner must change
 * the URL, not whoever serves the redirect.
 */
export async function postWebhook(
  { outbound, secrets, clock }: { outbound: Outbound; secrets: WebhookSecrets; clock: Clock },
  { url, secret, id, body }: Message,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
) {
  const signature = secrets.headers(secret, { id, body, at: clock.now() });
  if (!signature) return undefined;
  return outbound.fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...signature },
    timeoutMs,
    maxBytes,
    onOversize: 'truncate',
    maxRedirects: 0,
    signal,
  });
}

/** Whether the receiver failed, and not our own queue. */
export const isReceiversFault = (error: unknown): error is OutboundError =>
  error instanceof OutboundError && error.reason !== 'aborted' && error.blame !== 'us';
