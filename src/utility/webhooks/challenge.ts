import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { asRecord, decodeObject } from '../../platform/decode.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { WebhookSecrets } from './signature.ts';

const timeoutMs = 10_000;
const maxBytes = 4_096;

/** Whether a receiver consents to webhooks: it answers a signed challenge with its value, as text or as JSON. */
export async function echoesChallenge(
  { outbound, clock, secrets }: { outbound: Outbound; clock: Clock; secrets: WebhookSecrets },
  { url, secret, signal }: { url: string; secret: Buffer; signal: AbortSignal },
): Promise<boolean> {
  const at = clock.now();
  const challenge = randomBytes(24).toString('base64url');
  const body = JSON.stringify({
    type: 'hook.challenge',
    timestamp: at.toISOString(),
    data: { challenge },
  });
  const signature = secrets.headers(secret, { id: `msg_${timeOrderedId(at)}`, body, at });
  try {
    const answer = await outbound.fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...signature },
      timeoutMs,
      maxBytes,
      onOversize: 'truncate',
      maxRedirects: 0,
      signal,
    });
    const text = answer.body.toString('utf8').trim();
    const echoed = text === challenge || asRecord(decodeObject(text)).challenge === challenge;
    return answer.status >= 200 && answer.status <= 299 && echoed;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === 'aborted' || error.blame === 'us') throw error;
    return false;
  }
}
