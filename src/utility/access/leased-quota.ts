import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { LimitUse } from '../../platform/http/limits.ts';
import { changeUse, lockUse, type Quota, readUse, type SubjectDay } from './quota.ts';

/**
 * Maximum number of calls leased from the database at once; a lease never exceeds a quarter of the remaining
 * quota.
 */
const maxLeased = 10;
/** A lease is topped up when this few calls are left, so that most calls never wait for the database. */
const topUpAt = 3;
const idleMs = 4_000;
const sweepMs = 2_000;
/** After this, another process's lease is presumed lost; a live process returns or renews it long before. */
const leaseExpiryMs = 10_000;
const recallWaitMs = 200;
const [recallTopic, returnedTopic] = ['quota.recall', 'quota.returned'];

/** Calls of one subject's daily quota that this process has leased. */
interface QuotaLease extends SubjectDay {
  left: number;
  /** Calls used since the last write to the database. */
  spent: number;
  /** The database's count, including leased calls, when it was last read. */
  used: number;
  touched: number;
  isUsedUp: boolean;
  pendingTopUp: Promise<void> | undefined;
  pendingCheck: Promise<boolean> | undefined;
}

/**
 * Daily quotas, exact across all processes, with one transaction per few calls instead of one per call. A
 * process leases some of a subject's calls from the database and counts them down in memory. Leased calls
 * count as used for every other process, so a crash can cost its subject a few calls (at most ten) but never
 * grants more than the quota. When a quota seems used up while other processes hold leases, those are
 * recalled first.
 */
export class LeasedQuotas {
  readonly #read: Reader;
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #onError: (error: unknown) => void;
  readonly #leases = new Map<string, QuotaLease>();
  readonly #waiters = new Map<string, Set<() => void>>();
  readonly #unsubscribers: (() => void)[];
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: {
    read: Reader;
    transaction: Transact;
    clock: Clock;
    bus: EventBus;
    onError: (error: unknown) => void;
  }) {
    this.#read = deps.read;
    this.#transaction = deps.transaction;
    this.#clock = deps.clock;
    this.#bus = deps.bus;
    this.#onError = deps.onError;
    this.#unsubscribers = [
      deps.bus.subscribe(recallTopic, (key) => void this.#onRecall(String(key)).catch(this.#onError)),
      deps.bus.subscribe(returnedTopic, (key) => {
        for (const wake of this.#waiters.get(String(key)) ?? []) wake();
      }),
    ];
  }

  /** Takes one call of today's quota; undefined when none are left. */
  async take(quota: Quota, subject: string): Promise<LimitUse | undefined> {
    for (;;) {
      const lease = this.#findLease(quota, subject);
      if (lease.left > 0) {
        lease.left--;
        lease.spent++;
        lease.touched = performance.now();
        if (lease.left <= topUpAt && !lease.isUsedUp) void this.#topUp(lease).catch(this.#onError);
        return this.#toLimitUse(lease);
      }
      if (lease.isUsedUp && !(await this.#checkForMore(lease))) return undefined;
      await this.#topUp(lease);
    }
  }

  /** A failed call does not count. */
  async refund(quota: Quota, subject: string): Promise<void> {
    const day = this.#day();
    const known = this.#leases.get(keyOf(quota, subject));
    const lease = known?.day === day ? known : undefined;
    if (lease && lease.spent > 0 && !lease.pendingTopUp) {
      lease.spent--;
      lease.left++;
      return;
    }
    // The use has been written to the database, or is being written.
    await this.#transaction((tx) => changeUse(tx, { quota, subject, day }, { used: -1, out: 0 }));
    if (lease) lease.used--;
  }

  /** Remaining calls: those left in the database plus those this process holds. */
  async peek(quota: Quota, subject: string): Promise<LimitUse> {
    const day = this.#day();
    const row = await readUse(this.#read, { quota, subject, day });
    const lease = this.#leases.get(keyOf(quota, subject));
    const heldCalls = lease?.day === day ? lease.left : 0;
    const remaining = Math.min(quota.max, Math.max(0, quota.max - (row?.used ?? 0) + heldCalls));
    return { limit: quota.max, remaining, reset_s: this.#resetS() };
  }

  whenUsedUp(quota: Quota): LimitUse {
    return { limit: quota.max, remaining: 0, reset_s: this.#resetS() };
  }

  async stop(): Promise<void> {
    for (const end of this.#unsubscribers) end();
    clearInterval(this.#timer);
    await Promise.all([...this.#leases.values()].map((lease) => this.#return(lease)));
  }

  #findLease(quota: Quota, subject: string): QuotaLease {
    const key = keyOf(quota, subject);
    const day = this.#day();
    const known = this.#leases.get(key);
    if (known?.day === day) return known;
    if (known) void this.#return(known).catch(this.#onError);
    const lease: QuotaLease = {
      quota,
      subject,
      day,
      left: 0,
      spent: 0,
      used: 0,
      touched: performance.now(),
      isUsedUp: false,
      pendingTopUp: undefined,
      pendingCheck: undefined,
    };
    this.#leases.set(key, lease);
    this.#timer ??= setInterval(() => void this.#sweep().catch(this.#onError), sweepMs);
    return lease;
  }

  /** Concurrent callers share one request for more. */
  #topUp(lease: QuotaLease): Promise<void> {
    lease.pendingTopUp ??= this.#leaseFromDatabase(lease).finally(() => {
      lease.pendingTopUp = undefined;
    });
    return lease.pendingTopUp;
  }

  async #leaseFromDatabase(lease: QuotaLease): Promise<void> {
    const { quota, spent } = lease;
    const { used, granted } = await this.#transaction(async (tx) => {
      const row = await lockUse(tx, lease, this.#clock.now());
      const rest = Math.max(0, quota.max - row.used);
      const granted = Math.min(rest, maxLeased, Math.max(1, Math.floor(rest / 4)));
      if (granted > 0 || spent > 0)
        await changeUse(tx, lease, { used: granted, out: granted - spent, outUntil: this.#leaseExpiresAt() });
      return { used: row.used + granted, granted };
    });
    lease.spent -= spent;
    lease.used = used;
    lease.isUsedUp = granted === 0;
    lease.left += granted;
    // The lease was returned while this request was pending; callers now use a new lease, so this grant goes
    // back.
    if (this.#leases.get(keyOf(quota, lease.subject)) !== lease) await this.#returnLease(lease);
  }

  /**
   * Concurrent callers share one check: a crowd at the end of its quota must not become a crowd at the
   * database.
   */
  #checkForMore(lease: QuotaLease): Promise<boolean> {
    lease.pendingCheck ??= this.#canLeaseMore(lease).finally(() => {
      lease.pendingCheck = undefined;
    });
    return lease.pendingCheck;
  }

  /**
   * Whether a retry may succeed: calls were refunded, or another process held some and has now returned them.
   */
  async #canLeaseMore(lease: QuotaLease): Promise<boolean> {
    const row = await readUse(this.#read, lease);
    if (!row || row.used < lease.quota.max) return true;
    const others = row.out - lease.left - lease.spent;
    if (others <= 0 || row.out_until <= this.#clock.now()) return false;
    const key = keyOf(lease.quota, lease.subject);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    const timer = setTimeout(() => resolve(false), recallWaitMs);
    const waiters = this.#waiters.get(key) ?? new Set();
    this.#waiters.set(key, waiters.add(wake));
    this.#bus.publish(recallTopic, key);
    const returned = await promise;
    clearTimeout(timer);
    waiters.delete(wake);
    if (waiters.size === 0) this.#waiters.delete(key);
    return returned;
  }

  async #onRecall(key: string): Promise<void> {
    const lease = this.#leases.get(key);
    if (!lease) return;
    while (lease.pendingTopUp) await lease.pendingTopUp.catch(() => {});
    if (lease.left === 0 && lease.spent === 0) return;
    await this.#return(lease);
    this.#bus.publish(returnedTopic, key);
  }

  async #return(lease: QuotaLease): Promise<void> {
    while (lease.pendingTopUp) await lease.pendingTopUp.catch(() => {});
    const key = keyOf(lease.quota, lease.subject);
    if (this.#leases.get(key) === lease) this.#leases.delete(key);
    await this.#returnLease(lease);
  }

  async #returnLease(lease: QuotaLease): Promise<void> {
    const { left, spent } = lease;
    lease.left = 0;
    lease.spent = 0;
    if (left === 0 && spent === 0) return;
    await this.#transaction((tx) => changeUse(tx, lease, { used: -left, out: -(left + spent) }));
  }

  async #sweep(): Promise<void> {
    const before = performance.now() - idleMs;
    const idle = [...this.#leases.values()].filter((lease) => lease.touched < before && !lease.pendingTopUp);
    await Promise.all(idle.map((lease) => this.#return(lease)));
    if (this.#leases.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #toLimitUse({ quota, used, left }: QuotaLease): LimitUse {
    return { limit: quota.max, remaining: Math.max(0, quota.max - used + left), reset_s: this.#resetS() };
  }

  #day(): number {
    return Math.floor(this.#clock.now().getTime() / dayMs);
  }

  #resetS(): number {
    const now = this.#clock.now().getTime();
    return Math.ceil((dayMs - (now % dayMs)) / 1000);
  }

  #leaseExpiresAt(): Date {
    return new Date(this.#clock.now().getTime() + leaseExpiryMs);
  }
}

const keyOf = (quota: Quota, subject: string): string => `${quota.name} ${subject}`;
