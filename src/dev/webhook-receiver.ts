import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import { WebhookSecrets } from '../utility/webhooks/signature.ts';

const kept = 100;

interface Received {
  readonly id: string;
  readonly at: string;
  readonly path: string;
  /** Whether this kith sent it and signed exactly this body. */
  readonly verified: boolean;
  readonly body: unknown;
}

/** Takes webhooks of the kith beside it, checks their signatures and keeps the newest for people to read. */
export class WebhookReceiver {
  readonly #received: Received[] = [];
  readonly #parts: { readonly database: Database; readonly secrets: WebhookSecrets; readonly clock: Clock };
  readonly #onReceived: (received: Received) => void;

  constructor(
    { database, serverKey, clock }: { database: Database; serverKey: ServerKey; clock: Clock },
    onReceived: (received: Received) => void,
  ) {
    this.#parts = { database, secrets: new WebhookSecrets(serverKey), clock };
    this.#onReceived = onReceived;
  }

  /** Newest first. */
  list(): readonly Received[] {
    return this.#received.toReversed();
  }

  clear(): void {
    this.#received.length = 0;
  }

  /** The status that the sender is answered with. */
  async receive(path: string, headers: IncomingHttpHeaders, body: string): Promise<number> {
    const id = String(headers['webhook-id'] ?? '');
    const received = {
      id,
      at: this.#parts.clock.now().toISOString(),
      path,
      verified: await this.#isGenuine(id, headers, body),
      body: jsonOrText(body),
    };
    this.#received.push(received);
    this.#received.splice(0, this.#received.length - kept);
    this.#onReceived(received);
    return received.verified ? 204 : 401;
  }

  async #isGenuine(id: string, headers: IncomingHttpHeaders, body: string): Promise<boolean> {
    const { database, secrets } = this.#parts;
    const sent = await database.read
      .selectFrom('webhook_delivery')
      .select('secret')
      .where('message_id', '=', id)
      .executeTakeFirst();
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const expected = sent && secrets.headers(sent.secret, { id, body, at });
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
