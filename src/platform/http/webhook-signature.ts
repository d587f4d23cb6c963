import { createHmac } from 'node:crypto';

export const webhookSecretPrefix = 'whsec_';

/** Standard Webhooks headers for one attempt; the secret is `whsec_` and base64. */
export function signedHeaders(
  secret: string,
  message: { id: string; body: string; at: Date },
): Record<string, string> {
  const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64');
  const timestamp = Math.floor(message.at.getTime() / 1_000);
  const signature = createHmac('sha256', key)
    .update(`${message.id}.${timestamp}.${message.body}`)
    .digest('base64');
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
