import { KithError } from './kith-error.ts';
import type { Payer, PaymentWay } from './payment.ts';

/** Maximum amounts to pay, in USD as decimals: '0.01'. A missing cap does not limit; at least one is required. */
export interface SpendCaps {
  readonly perCall?: string;
  /** Per UTC day, over all hosts. */
  readonly perDay?: string;
  /** Per UTC day and host: one amount for all, or one per host, where unlisted hosts get nothing. */
  readonly perHost?: string | Readonly<Record<string, string>>;
  /** The state of an earlier run of the program: its `spent`. */
  readonly initial?: Spent;
  /** The time in ms, for tests. */
  readonly now?: () => number;
}

/** Amounts signed on a UTC day, in millionths of a USD; JSON, to store it between runs. */
export interface Spent {
  readonly day: string;
  readonly total: number;
  readonly hosts: Readonly<Record<string, number>>;
}

export interface CappedPayer extends Payer {
  readonly spent: Spent;
}

/** USDC on Solana, where one unit is a millionth; other assets have no known price, so they are refused. */
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/**
 * A payer that respects caps. An amount is reserved before it is signed, so that concurrent calls cannot exceed a cap
 * together. It is released only if nothing was signed, because a signed payment may be settled. A retry carries the
 * same payment, so it counts once.
 */
export function cappedPayer(payer: Payer, caps: SpendCaps): CappedPayer {
  const limits = new Limits(caps);
  const payWithinCaps: Payer = async (challenge, call) => {
    const host = new URL(call?.url ?? challenge.resource.url).host;
    const way = challenge.accepts.find((each) => each.asset === usdc);
    if (!way) throw refusal('the challenge does not ask for USDC on Solana');
    const units = parseUnits(way);
    const giveBack = limits.reserve(units, host);
    let headers: Readonly<Record<string, string>> | undefined;
    try {
      // Only one option is passed on, so that the signed amount is the reserved one.
      headers = await payer({ ...challenge, accepts: [way] }, call);
      return headers;
    } finally {
      if (headers === undefined) giveBack();
    }
  };
  return Object.defineProperty(payWithinCaps, 'spent', { get: () => limits.spent }) as CappedPayer;
}

class Limits {
  readonly #caps: SpendCaps;
  #day = '';
  #total = 0;
  #hosts = new Map<string, number>();

  constructor(caps: SpendCaps) {
    if (caps.perCall === undefined && caps.perDay === undefined && caps.perHost === undefined)
      throw new TypeError('set at least one of perCall, perDay and perHost');
    for (const cap of [caps.perCall, caps.perDay, ...hostCaps(caps.perHost)])
      if (cap !== undefined) parseUsd(cap);
    this.#caps = caps;
    if (caps.initial) {
      this.#day = caps.initial.day;
      this.#total = caps.initial.total;
      this.#hosts = new Map(Object.entries(caps.initial.hosts));
    }
  }

  get spent(): Spent {
    this.#turn();
    return { day: this.#day, total: this.#total, hosts: Object.fromEntries(this.#hosts) };
  }

  /** Reserves an amount, or throws. The returned function releases it. */
  reserve(units: number, host: string): () => void {
    this.#turn();
    const { perCall, perDay } = this.#caps;
    const ofHost = this.#hosts.get(host) ?? 0;
    const hostCap = this.#capOf(host);
    refuseOver(units, perCall, 'a call');
    refuseOver(this.#total + units, perDay, 'a day');
    refuseOver(ofHost + units, hostCap, `a day at ${host}`);
    const day = this.#day;
    this.#add(units, host);
    return () => {
      if (day === this.#day) this.#add(-units, host);
    };
  }

  #capOf(host: string): string | undefined {
    const { perHost } = this.#caps;
    return typeof perHost === 'object' ? (perHost[host] ?? '0') : perHost;
  }

  #add(units: number, host: string): void {
    this.#total += units;
    this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + units);
  }

  #turn(): void {
    const day = new Date(this.#caps.now?.() ?? Date.now()).toISOString().slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    this.#total = 0;
    this.#hosts.clear();
  }
}

const hostCaps = (perHost: SpendCaps['perHost']): (string | undefined)[] =>
  typeof perHost === 'object' ? Object.values(perHost) : [perHost];

function refuseOver(units: number, cap: string | undefined, per: string): void {
  if (cap === undefined || units <= parseUsd(cap)) return;
  throw refusal(`this would spend ${units / 1e6} USD of at most ${cap} for ${per}`);
}

function refusal(why: string): KithError {
  return new KithError(why, {
    code: 'over_spend_cap',
    status: 402,
    hint: 'Nothing was signed. Raise the cap of cappedPayer, or wait for the next UTC day.',
  });
}

function parseUnits({ amount }: PaymentWay): number {
  const units = Number(amount);
  if (!/^\d{1,15}$/.test(amount) || units === 0) throw refusal(`the challenge asks for the amount ${amount}`);
  return units;
}

/** Millionths of a USD; exact up to a thousand million USD. */
function parseUsd(usd: string): number {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(usd) ?? [];
  if (whole === undefined) throw new TypeError(`${usd} is not an amount in USD, like '0.01'`);
  return Number(whole) * 1_000_000 + Number(part.padEnd(6, '0'));
}
