import type { Clock } from '../clock.ts';
import type { Transact } from '../db/transaction.ts';
import { consumeLimit, type Limit } from '../http/limits.ts';
import { Refusal } from '../http/refusal.ts';

const perAccount: Limit = {
  name: 'model-account',
  max: 20,
  window: 'hour',
  per: 'caller',
  of: 'calls of the model',
};
const perCity: Limit = {
  name: 'model-city',
  max: 2_000,
  window: 'day',
  per: 'caller',
  of: 'calls of the model',
};

/** Limits calls to the operator's model, per caller and in total, since the operator pays for them. */
export class ModelBudget {
  readonly #transaction: Transact;
  readonly #clock: Clock;

  constructor(deps: { transaction: Transact; clock: Clock }) {
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
  }

  /** Takes one call for an account; false if its budget or the city's is used up. */
  async take(account: string): Promise<boolean> {
    try {
      await this.#transaction(async (tx) => {
        await consumeLimit(tx, perAccount, account, this.#clock);
        await consumeLimit(tx, perCity, 'city', this.#clock);
      });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }
}
