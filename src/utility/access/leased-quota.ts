import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import type { LimitUse } from '../../platform/http/limits.ts';

export interface Quota {
  readonly name: string;
  /** A UTC day. */
  readonly max: number;
}

const dayMs = 86_400_000;
/** At most so many calls are taken from the database at once, and never more than a quarter of what is left. */
const mostLeased = 10;
/** More is asked for when so few are left in hand, so that most calls never wait for the database. */
const topUpAt = 3;
const idleMs = 4_000;
const sweepMs = 2_000;
/** How long what a process has in hand is believed to be there; a living one gives it back long before. */
const outMs = 10_000;
const recallMs = 200;
const [recallTopic, returnedTopic] = ['quota.recall', 'quota.returned'];

interface Subject {
  readonly quota: Quota;
  readonly subject: string;
  readonly day: number;
}

/** What this process has in hand of one subject's day. */
interface Lease extends Subject {
  left: number;
  /** Used since the database was last told. */
  spent: number;
  /** The count in the database, with what is in hand, when it was last seen. */
  used: number;
  touched: number;
  dry: boolean;
  asking: Promise<void> | undefined;
  looking: Promise<boolean> | undefined;
}

interface Row {
  used: number;
  out: number;
  out_until: Date;
}

/**
 * Daily quotas, exact over all processes, at the price of a transaction for every few calls instead of each. A
 * process takes some calls of a subject from the database and counts down in memory. What it has in hand counts as
 * used for everybody else, so a process that dies can lose its subject a few calls (at most ten) but never give one
 * more than the quota. Where a quota seems used up while others have calls in hand, those are called back first.
 */
export class LeasedQuotas {
  readonly #read: Reader;
  readonly #transaction: Transact;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #onError: (error: unknown) => void;
  readonly #leases = new Map<string, Lease>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #ends: (() => void)[];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: {
    read: Reader;
    transaction: Transact;
    clock: Clock;
    bus: EventBus;
    onError: (error: unknown) => void;
  }) {
    this.#read = parts.read;
    this.#transaction = parts.transaction;
    this.#clock = parts.clock;
    this.#bus = parts.bus;
    this.#onError = parts.onError;
    this.#ends = [
      parts.bus.subscribe(recallTopic, (key) => void this.#recalled(String(key)).catch(this.#onError)),
      parts.bus.subscribe(returnedTopic, (key) => {
        for (const wake of this.#waiting.get(String(key)) ?? []) wake();
      }),
    ];
  }

  /** One call of the day's quota; undefined when there is none left. */
  async take(quota: Quota, subject: string): Promise<LimitUse | undefined> {
    for (;;) {
      const lease = this.#leaseOf(quota, subject);
      if (lease.left > 0) {
        lease.left--;
        lease.spent++;
        lease.touched = performance.now();
        if (lease.left <= topUpAt && !lease.dry) void this.#more(lease).catch(this.#onError);
        return this.#shown(lease);
      }
      if (lease.dry && !(await this.#look(lease))) return undefined;
      await this.#more(lease);
    }
  }

  /** A call that came to nothing does not count. */
  async giveBack(quota: Quota, subject: string): Promise<void> {
    const day = this.#day();
    const known = this.#leases.get(keyOf(quota, subject));
    const lease = known?.day === day ? known : undefined;
    if (lease && lease.spent > 0 && !lease.asking) {
      lease.spent--;
      lease.left++;
      return;
    }
    // The database knows of it already, or is being told.
    await this.#write({ quota, subject, day }, { used: -1, out: 0 });
    if (lease) lease.used--;
  }

  /** How it stands, by the database. */
  async peek(quota: Quota, subject: string): Promise<LimitUse> {
    const row = await this.#row({ quota, subject, day: this.#day() });
    const remaining = Math.max(0, quota.max - (row?.used ?? 0));
    return { limit: quota.max, remaining, reset_s: this.#resetS() };
  }

  whenUsedUp(quota: Quota): LimitUse {
    return { limit: quota.max, remaining: 0, reset_s: this.#resetS() };
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    clearInterval(this.#timer);
    await Promise.all([...this.#leases.values()].map((lease) => this.#return(lease)));
  }

  #leaseOf(quota: Quota, subject: string): Lease {
    const key = keyOf(quota, subject);
    const day = this.#day();
    const known = this.#leases.get(key);
    if (known?.day === day) return known;
    if (known) void this.#return(known).catch(this.#onError);
    const lease: Lease = {
      quota,
      subject,
      day,
      left: 0,
      spent: 0,
      used: 0,
      touched: performance.now(),
      dry: false,
      asking: undefined,
      looking: undefined,
    };
    this.#leases.set(key, lease);
    this.#timer ??= setInterval(() => void this.#sweep().catch(this.#onError), sweepMs);
    return lease;
  }

  /** Everyone who waits for more of the same waits for one question. */
  #more(lease: Lease): Promise<void> {
    lease.asking ??= this.#ask(lease).finally(() => {
      lease.asking = undefined;
    });
    return lease.asking;
  }

  async #ask(lease: Lease): Promise<void> {
    const { quota, spent } = lease;
    const { used, granted } = await this.#transaction(async (tx) => {
      const row = await this.#locked(tx, lease);
      const rest = Math.max(0, quota.max - row.used);
      const granted = Math.min(rest, mostLeased, Math.max(1, Math.floor(rest / 4)));
      if (granted > 0 || spent > 0)
        await sql`UPDATE quota_use SET used = used + ${granted}, out = greatest(out - ${spent} + ${granted}, 0),
        out_until = ${this.#outUntil()} WHERE name = ${quota.name} AND subject = ${lease.subject}
        AND day = ${dayText(lease.day)}`.execute(tx);
      return { used: row.used + granted, granted };
    });
    lease.spent -= spent;
    lease.used = used;
    lease.dry = granted === 0;
    lease.left += granted;
  }

  /** One look for all who find it used up: a crowd at the end of its quota must not become a crowd at the database. */
  #look(lease: Lease): Promise<boolean> {
    lease.looking ??= this.#mayBeMore(lease).finally(() => {
      lease.looking = undefined;
    });
    return lease.looking;
  }

  /** Whether it is worth asking once more: some were given back, or others had some in hand and now gave it back. */
  async #mayBeMore(lease: Lease): Promise<boolean> {
    const row = await this.#row(lease);
    if (!row || row.used < lease.quota.max) return true;
    const others = row.out - lease.left - lease.spent;
    if (others <= 0 || row.out_until <= this.#clock.now()) return false;
    const key = keyOf(lease.quota, lease.subject);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const wake = () => resolve(true);
    const timer = setTimeout(() => resolve(false), recallMs);
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(wake));
    this.#bus.publish(recallTopic, key);
    const returned = await promise;
    clearTimeout(timer);
    waiting.delete(wake);
    if (waiting.size === 0) this.#waiting.delete(key);
    return returned;
  }

  async #recalled(key: string): Promise<void> {
    const lease = this.#leases.get(key);
    if (!lease) return;
    await lease.asking;
    if (lease.left === 0 && lease.spent === 0) return;
    await this.#return(lease);
    this.#bus.publish(returnedTopic, key);
  }

  async #return(lease: Lease): Promise<void> {
    await lease.asking?.catch(() => {});
    const key = keyOf(lease.quota, lease.subject);
    if (this.#leases.get(key) === lease) this.#leases.delete(key);
    const { left, spent } = lease;
    lease.left = 0;
    lease.spent = 0;
    if (left > 0 || spent > 0) await this.#write(lease, { used: -left, out: -(left + spent) });
  }

  async #sweep(): Promise<void> {
    const before = performance.now() - idleMs;
    const idle = [...this.#leases.values()].filter((lease) => lease.touched < before && !lease.asking);
    await Promise.all(idle.map((lease) => this.#return(lease)));
    if (this.#leases.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #locked(tx: Tx, lease: Lease): Promise<Row> {
    const { rows } = await sql<Row>`INSERT INTO quota_use AS q (name, subject, day, used, out, out_until)
      VALUES (${lease.quota.name}, ${lease.subject}, ${dayText(lease.day)}, 0, 0, ${this.#clock.now()})
      ON CONFLICT (name, subject, day) DO UPDATE SET used = q.used RETURNING used, out, out_until`.execute(
      tx,
    );
    return rows[0]!;
  }

  #row({ quota, subject, day }: Subject): Promise<Row | undefined> {
    return this.#read
      .selectFrom('quota_use')
      .select(['used', 'out', 'out_until'])
      .where('name', '=', quota.name)
      .where('subject', '=', subject)
      .where('day', '=', dayText(day))
      .executeTakeFirst();
  }

  async #write({ quota, subject, day }: Subject, change: { used: number; out: number }): Promise<void> {
    await this.#transaction((tx) =>
      sql`UPDATE quota_use SET used = greatest(used + ${change.used}, 0), out = greatest(out + ${change.out}, 0)
        WHERE name = ${quota.name} AND subject = ${subject} AND day = ${dayText(day)}`.execute(tx),
    );
  }

  #shown({ quota, used, left }: Lease): LimitUse {
    return { limit: quota.max, remaining: Math.max(0, quota.max - used + left), reset_s: this.#resetS() };
  }

  #day(): number {
    return Math.floor(this.#clock.now().getTime() / dayMs);
  }

  #resetS(): number {
    const now = this.#clock.now().getTime();
    return Math.ceil((dayMs - (now % dayMs)) / 1000);
  }

  #outUntil(): Date {
    return new Date(this.#clock.now().getTime() + outMs);
  }
}

/** Days long past tell nothing any more. */
export async function forgetOldQuotaUse(tx: Tx, clock: Clock): Promise<void> {
  const day = Math.floor(clock.now().getTime() / dayMs);
  await tx
    .deleteFrom('quota_use')
    .where('day', '<', dayText(day - 1))
    .execute();
}

const keyOf = (quota: Quota, subject: string): string => `${quota.name} ${subject}`;
const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
