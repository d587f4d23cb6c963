import { hkdfSync } from 'node:crypto';
import { Replay, sealResponse, unsealResponse } from '../platform/http/idempotency.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import type { PaymentHold } from './hold.ts';
import type { PaidCall } from './paid-call.ts';

type Paid = Pick<PaymentHold, 'id' | 'intent'>;

/**
 * Stores responses with their payment until they were delivered completely. A secret response can only be
 * decrypted with the caller's request; one that the reconciler may write without that request uses the
 * server's key.
 */
export class StoredResponses {
  readonly #salt: Buffer;

  constructor(serverKey: ServerKey) {
    this.#salt = serverKey.derive('payment');
  }

  pack(paid: Paid, answer: unknown, call?: PaidCall): Buffer {
    const [json, key] = [toJson(answer), this.#sealKey(paid, call)];
    return key ? sealResponse(key, json) : Buffer.from(json);
  }

  unpack<T>(call: PaidCall, paid: Paid & Pick<PaymentHold, 'answer'>): T {
    const { answer } = paid;
    if (!answer) throw new Error('a payment settled without a stored response');
    const key = this.#sealKey(paid, call);
    return JSON.parse(key ? unsealResponse(key, answer) : answer.toString());
  }

  #sealKey({ id, intent }: Paid, call: PaidCall | undefined): Buffer | undefined {
    if (intent) return intent.secret ? this.#derive(id, 'reconcilable answer') : undefined;
    if (!call?.secret) return undefined;
    const { headers } = call.request;
    return this.#derive(String(headers['idempotency-key'] ?? headers['payment-signature']), 'answer');
  }

  #derive(secret: string | Buffer, purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', secret, this.#salt, purpose, 32));
  }
}

const toJson = (answer: unknown): string => (answer instanceof Replay ? answer.json : JSON.stringify(answer));
