import { randomBytes } from 'node:crypto';
import { sealResponse, unsealResponse } from '../../platform/http/idempotency.ts';
import { signedHeaders, webhookSecretPrefix } from '../../platform/http/webhook-signature.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';

const secretBytes = 24;

/** Webhook signing secrets: shown once, stored encrypted with the server's key. */
export class WebhookSecrets {
  readonly #key: Buffer;

  constructor(serverKey: ServerKey) {
    this.#key = serverKey.derive('webhook secrets');
  }

  make(): { shown: string; sealed: Buffer } {
    const secret = webhookSecretPrefix + randomBytes(secretBytes).toString('base64');
    return { shown: secret, sealed: sealResponse(this.#key, secret) };
  }

  /** Standard Webhooks headers for one attempt; undefined if the secret was encrypted with another key. */
  headers(
    sealed: Buffer,
    message: { id: string; body: string; at: Date },
  ): Record<string, string> | undefined {
    const secret = this.#open(sealed);
    return secret === undefined ? undefined : signedHeaders(secret, message);
  }

  #open(sealed: Buffer): string | undefined {
    try {
      return unsealResponse(this.#key, sealed);
    } catch {
      return undefined;
    }
  }
}
