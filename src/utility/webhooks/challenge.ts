import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { asRecord, decodeObject } from '../../platform/decode.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { isReceiversFault, postWebhook } from './post-webhook.ts';
import type { WebhookSecrets } from './signature.ts';

const maxBytes = 4_096;

/** Whether a receiver consents to webhooks: it answers a signed challenge with its value, as text or as JSON. */
export async function echoesChallenge(
  deps: { outbound: Outbound; clock: Clock; secrets: WebhookSecrets },
  { url, secret, signal }: { url: string; secret: Buffer; signal: AbortSignal },
): Promise<boolean> {
  const at = deps.clock.now();
  const challenge = randomBytes(24).toString('base64url');
  const body = JSON.stringify({
    type: 'hook.challenge',
    timestamp: at.toISOString(),
    challenge,
    // As every webhook has it.
    data: { challenge },
  });
  try {
    const message = { url, secret, id: `msg_${timeOrderedId(at)}`, body };
    const answer = await postWebhook(deps, message, { maxBytes, signal });
    const text = answer?.body.toString('utf8').trim() ?? '';
    const echoed = text === challenge || asRecord(decodeObject(text)).challenge === challenge;
    return answer !== undefined && answer.status >= 200 && answer.status <= 299 && echoed;
  } catch (error) {
    if (!isReceiversFault(error)) throw error;
    return false;
  }
}
