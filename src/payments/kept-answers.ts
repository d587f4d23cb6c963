import { hkdfSync } from 'node:crypto';
import { Replay, seal, unseal } from '../platform/http/idempotency.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import type { Hold } from './hold.ts';
import type { PaidCall } from './paid-call.ts';

/** Answers as they are kept with their payment until they left whole; secret ones only the caller's request can open. */
export class KeptAnswers {
  readonly #serverKey: ServerKey;

  constructor(serverKey: ServerKey) {
    this.#serverKey = serverKey;
  }

  pack(call: PaidCall, answer: unknown): Buffer {
    const json = jsonOf(answer);
    return call.secret ? seal(this.#sealKey(call), json) : Buffer.from(json);
  }

  unpack<T>(call: PaidCall, { answer }: Pick<Hold, 'answer'>): T {
    if (!answer) throw new Error('a payment settled without an answer kept for it');
    return JSON.parse(call.secret ? unseal(this.#sealKey(call), answer) : answer.toString()) as T;
  }

  #sealKey({ request }: PaidCall): Buffer {
    const secret = String(request.headers['idempotency-key'] ?? request.headers['payment-signature']);
    const salt = this.#serverKey.derive('payment');
    return Buffer.from(hkdfSync('sha256', secret, salt, 'answer', 32));
  }
}

export const jsonOf = (answer: unknown): string =>
  answer instanceof Replay ? answer.json : JSON.stringify(answer);
