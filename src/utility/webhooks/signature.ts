import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../platform/http/idempotency.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';

const prefix = 'whsec_';
const secretBytes = 24;

/** The secrets that webhooks are signed with: shown once, kept only under the server's own key. */
export class WebhookSecrets {
  readonly #key: Buffer;

  constructor(serverKey: ServerKey) {
    this.#key = serverKey.derive('webhook secrets');
  }

  make(): { shown: string; sealed: Buffer } {
    const shown = prefix + randomBytes(secretBytes).toString('base64');
    return { shown, sealed: seal(this.#key, shown) };
  }

  /** The headers of Standard Webhooks for one attempt; undefined where the secret was kept under another key. */
  headers(
    sealed: Buffer,
    message: { id: string; body: string; at: Date },
  ): Record<string, string> | undefined {
    const key = this.#open(sealed);
    if (!key) return undefined;
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

  #open(sealed: Buffer): Buffer | undefined {
    try {
      return Buffer.from(unseal(this.#key, sealed).slice(prefix.length), 'base64');
    } catch {
      return undefined;
    }
  }
}
