import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import { WebhookSecrets } from '../utility/webhooks/signature.ts';

const maxReceived = 100;

interface ReceivedWebhook {
  readonly id: string;
  readonly at: string;
  readonly path: string;
  /** Whether this kith sent it and signed this body. */
  readonly verified: boolean;
  readonly body: unknown;
}

/** Receives the webhooks of this kith, verifies their signatures and keeps the newest for reading. */
export class WebhookReceiver {
  readonly #received: ReceivedWebhook[] = [];
  readonly #deps: { readonly database: Database; readonly secrets: WebhookSecrets; readonly clock: Clock };
  readonly #onReceived: (received: ReceivedWebhook) => void;

  constructor(
    { database, serverKey, clock }: { database: Database; serverKey: ServerKey; clock: Clock },
    onReceived: (received: ReceivedWebhook) => void,
  ) {
    this.#deps = { database, secrets: new WebhookSecrets(serverKey), clock };
    this.#onReceived = onReceived;
  }

  /** Newest first. */
  list(): readonly ReceivedWebhook[] {
    return this.#received.toReversed();
  }

  clear(): void {
    this.#received.length = 0;
  }

  /** Returns the HTTP status for the sender. */
  async receive(path: string, headers: IncomingHttpHeaders, body: string): Promise<number> {
    const id = String(headers['webhook-id'] ?? '');
    const received = {
      id,
      at: this.#deps.clock.now().toISOString(),
      path,
      verified: await this.#isSigned(id, headers, body),
      body: jsonOrText(body),
    };
    this.#received.push(received);
    this.#received.splice(0, this.#received.length - maxReceived);
    this.#onReceived(received);
    return received.verified ? 204 : 401;
  }

  async #isSigned(id: string, headers: IncomingHttpHeaders, body: string): Promise<boolean> {
    const { database, secrets } = this.#deps;
    const delivery = await database.read
      .selectFrom('webhook_delivery')
      .select('secret')
      .where('message_id', '=', id)
      .executeTakeFirst();
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const expected = delivery && secrets.headers(delivery.secret, { id, body, at });
    return expected !== undefined && expected['webhook-signature'] === headers['webhook-signature'];
  }
}

function jsonOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
