import type { Payments } from '../../payments/payments.ts';
import { errors } from '../../platform/http/errors.ts';
import { type LimitUse, limitHeaders } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Access, isUnpaid, type MeteredCall } from './access.ts';
import type { CallLog, PaidBy } from './call-log.ts';
import type { LeasedQuotas } from './leased-quota.ts';
import { keyCalls, type Quota, trialCallsPerDay } from './quota.ts';

const trialCalls: Quota = { name: 'taste-calls', max: trialCallsPerDay };

/** Records a city agent's calls for its reputation; injected by the city. */
export interface CityCalls {
  note(agentId: number, kind: 'free' | 'paid'): void;
}

interface MeteredDependencies {
  readonly quotas: LeasedQuotas;
  /** Undefined if this deployment accepts no payments. */
  readonly payments: Payments | undefined;
  readonly cityCalls: CityCalls;
  readonly callLog: CallLog;
  readonly urls: { readonly utility: string };
}

const paidByHeader = 'x-kith-paid-by';

/** A call that takes one of the free calls of a subject. */
interface FreeCall {
  readonly use: LimitUse;
  readonly by: PaidBy;
  readonly quota: Quota;
  readonly subject: string;
  setPaidBy(by: PaidBy): void;
}

/** Tries the ways to pay for a call in order: the key's free calls, a free trial call, a payment. */
export class MeteredAccess implements Access {
  readonly #deps: MeteredDependencies;

  constructor(deps: MeteredDependencies) {
    this.#deps = deps;
  }

  get takesPayments(): boolean {
    return this.#deps.payments !== undefined;
  }

  /** Logs the outcome for the holder of the key. */
  async serve<T>(metered: MeteredCall, run: () => Promise<T>): Promise<T> {
    const { caller, path } = metered;
    if (!caller) return this.#serve(metered, run, (by) => metered.setHeader(paidByHeader, by));
    const startedAt = performance.now();
    let paidBy: PaidBy | null = null;
    const log = (status: number, code: string | null) =>
      this.#deps.callLog.note({
        subject: caller.subject,
        call: path,
        status,
        code,
        tookMs: Math.round(performance.now() - startedAt),
        paidBy,
      });
    try {
      const answer = await this.#serve(metered, run, (by) => {
        paidBy = by;
        metered.setHeader(paidByHeader, by);
      });
      log(200, null);
      return answer;
    } catch (error) {
      if (isUnpaid(error)) log(200, null);
      else if (error instanceof Refusal) log(error.kind.status, error.kind.code);
      else log(500, errors.internal.code);
      throw error;
    }
  }

  async #serve<T>(metered: MeteredCall, run: () => Promise<T>, setPaidBy: (by: PaidBy) => void): Promise<T> {
    const { caller, request } = metered;
    const usedUpQuotas: Quota[] = [];
    for (const [quota, subject, by] of freeQuotasFor(metered)) {
      const use = await this.#deps.quotas.take(quota, subject);
      if (use) return this.#serveFree(metered, { use, by, quota, subject, setPaidBy }, run);
      usedUpQuotas.push(quota);
    }
    const { payments, quotas } = this.#deps;
    const usedUp = usedUpQuotas[0] && quotas.whenUsedUp(usedUpQuotas[0]);
    if (!payments) throw usedUp ? overQuota(usedUp) : noKey();
    const call = {
      offer: { ...toOffer(metered), orElse: explainPayment(usedUp) },
      request,
      body: metered.body,
      idempotency: metered.idempotency,
      baseUrl: this.#deps.urls.utility,
      setHeader: metered.setHeader,
    };
    const bought = await payments.findEarlierPurchase<T>(call);
    if (bought === undefined && !payments.isPaid(request)) {
      if (usedUp) setHeaders(metered, limitHeaders(usedUp));
      throw await payments.challenge(call);
    }
    const answer = bought ?? (await payments.runThenSettle(call, run));
    setPaidBy('x402');
    if (bought === undefined && caller?.kind === 'agent') this.#deps.cityCalls.note(caller.id, 'paid');
    return answer;
  }

  async #serveFree<T>(
    metered: MeteredCall,
    { use, by, quota, subject, setPaidBy }: FreeCall,
    run: () => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await run();
      setHeaders(metered, limitHeaders(use));
      setPaidBy(by);
      if (metered.caller?.kind === 'agent') this.#deps.cityCalls.note(metered.caller.id, 'free');
      return answer;
    } catch (error) {
      await this.#deps.quotas.refund(quota, subject);
      setHeaders(metered, limitHeaders({ ...use, remaining: use.remaining + 1 }));
      throw error;
    }
  }
}

function* freeQuotasFor({ caller, trial, request }: MeteredCall): Generator<[Quota, string, PaidBy]> {
  if (caller) yield [keyCalls, caller.subject, caller.kind === 'agent' ? 'city' : 'ally'];
  if (trial) yield [trialCalls, request.network, 'taste'];
}

export function toOffer({ path, does, priceUsd }: Pick<MeteredCall, 'path' | 'does' | 'priceUsd'>) {
  return { route: path, does, priceUsd, settleFirst: false };
}

function setHeaders(metered: MeteredCall, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) metered.setHeader(name, value);
}

const explainPayment = (usedUp: LimitUse | undefined): string =>
  usedUp
    ? `or wait ${usedUp.reset_s} s until your free calls reset.`
    : 'or add &free=1 for a free trial call, or get 100 free calls per day with POST /ally/register {"agent": "<your-name>"}.';

function overQuota(use: LimitUse): Refusal {
  return new Refusal(
    errors.overLimit,
    `the ${use.limit} free calls of this UTC day are used up`,
    `Retry in ${use.reset_s} s, when they reset.`,
    { ...limitHeaders(use), 'retry-after': String(use.reset_s) },
  );
}

const noKey = (): Refusal =>
  new Refusal(
    errors.noKey,
    'this call needs a key, or free=1 for a free trial call',
    'Get a key with POST /ally/register {"agent": "<your-name>"} and send it as "X-Ally-Key: kith_ally_…".',
  );
