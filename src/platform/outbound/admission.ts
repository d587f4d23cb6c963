import { availableParallelism } from 'node:os';
import { acquireForCurrentWork, currentOwner, leaveBeforeWaiting } from '../fair-share.ts';
import { Deadline } from './deadline.ts';
import { OutboundError } from './error.ts';
import { KeyedSlots, Slots } from './slots.ts';

/** Concurrency limits of one outbound client: in total, per host, per address and per caller. */
export interface OutboundLimits {
  readonly perHost: number;
  /** Many names can lead to one server, so the address has a limit too. */
  readonly perAddress: number;
  /** Share of all slots, so that no caller delays the others. */
  readonly perOwner: number;
  /** Share of one host's slots, so that no caller blocks a host for the others. */
  readonly perOwnerAndHost: number;
  readonly waitingPerHost: number;
  readonly atOnce: number;
}

/** For URLs named by callers. */
export const publicLimits: OutboundLimits = {
  perHost: 6,
  perAddress: 12,
  perOwner: 12,
  perOwnerAndHost: 3,
  waitingPerHost: 64,
  atOnce: 64,
};

/** For the few hosts configured by the operator, which all callers need. */
export const upstreamLimits: OutboundLimits = {
  perHost: 48,
  perAddress: 64,
  perOwner: 8,
  perOwnerAndHost: 8,
  waitingPerHost: 256,
  atOnce: 64,
};

/** For pages that browsers load: one page requests many files from many hosts at once. */
export const browserLimits: OutboundLimits = {
  perHost: 32,
  perAddress: 64,
  perOwner: 96,
  perOwnerAndHost: 24,
  waitingPerHost: 128,
  atOnce: 192,
};

const MAX_WAITING_PER_OWNER = 128;
/**
 * Bodies of this size cost the main thread and a worker so much that each caller may have only a few in
 * progress.
 */
export const LARGE_BODY_BYTES = 1_024 * 1_024;
export const LARGE_BODIES_PER_OWNER = Math.max(1, Math.floor(availableParallelism() / 2));
/**
 * At least an owner's slots: a waiting call reads nothing, while a rejected one comes back and reads again.
 */
const MAX_LARGE_BODIES_WAITING = 64;
/** Running and queued calls together. */
const MAX_CALLS = 1_024;

/** Admits outbound calls: counts them, gives each its deadline, and spreads them across hosts. */
export class Admission {
  readonly #hosts: KeyedSlots;
  readonly #addresses: KeyedSlots;
  readonly #owners: KeyedSlots;
  readonly #ownersAtHost: KeyedSlots;
  readonly #largeBodies = new KeyedSlots(LARGE_BODIES_PER_OWNER, MAX_LARGE_BODIES_WAITING);
  readonly #all: Slots;
  readonly #calls = new Set<Deadline>();
  #closed = false;

  constructor(limits: OutboundLimits) {
    this.#hosts = new KeyedSlots(limits.perHost, limits.waitingPerHost);
    this.#addresses = new KeyedSlots(limits.perAddress, limits.waitingPerHost);
    this.#owners = new KeyedSlots(limits.perOwner, MAX_WAITING_PER_OWNER);
    this.#ownersAtHost = new KeyedSlots(limits.perOwnerAndHost, MAX_WAITING_PER_OWNER);
    this.#all = new Slots(limits.atOnce, MAX_CALLS);
  }

  begin(timeoutMs: number, signal?: AbortSignal): Deadline {
    if (this.#calls.size >= MAX_CALLS) {
      throw new OutboundError('overloaded', 'Too many outbound requests are running; retry in a moment.');
    }
    leaveBeforeWaiting();
    const deadline = new Deadline(timeoutMs, signal);
    if (this.#closed) deadline.abort();
    this.#calls.add(deadline);
    return deadline;
  }

  end(deadline: Deadline): void {
    deadline.dispose();
    this.#calls.delete(deadline);
  }

  /**
   * Before a name is resolved: takes the caller's and the host's share. A call that waits here blocks no
   * others.
   */
  enterHost(host: string, deadline: Deadline): Promise<() => void> {
    const owner = currentOwner();
    return this.#queue(deadline, (signal) =>
      takeInOrder([
        ...(owner === undefined
          ? []
          : [
              () => this.#ownersAtHost.take(`${owner} ${host}`, signal),
              () => this.#owners.take(owner, signal),
            ]),
        () => this.#hosts.take(host, signal),
      ]),
    );
  }

  /** Before connecting: takes the address's slot, then one of the total. */
  enterAddress(addresses: readonly string[], deadline: Deadline): Promise<() => void> {
    // The lowest address stands for all addresses of a name, in whatever order they were resolved.
    const address = addresses.toSorted()[0] ?? '';
    return this.#queue(deadline, (signal) =>
      takeInOrder([() => this.#addresses.take(address, signal), () => this.#all.take(signal)]),
    );
  }

  /**
   * Before the rest of a large body is read: held until the caller's work ends, not only until the body has
   * arrived.
   */
  async enterLargeBody(deadline: Deadline): Promise<void> {
    await this.#queue(deadline, async (signal) => {
      await acquireForCurrentWork(this.#largeBodies, (owner) => this.#largeBodies.take(owner, signal));
      return () => {};
    });
  }

  async #queue(deadline: Deadline, take: (signal: AbortSignal) => Promise<() => void>): Promise<() => void> {
    const queue = new AbortController();
    const tooLong = new OutboundError(
      'overloaded',
      'Too many outbound requests are running; retry in a moment.',
    );
    const timer = setTimeout(() => queue.abort(tooLong), deadline.timeoutMs);
    // A call may queue for at most its timeout, which then restarts.
    deadline.pause();
    try {
      return await take(AbortSignal.any([deadline.signal, queue.signal]));
    } finally {
      clearTimeout(timer);
      deadline.resume();
    }
  }

  /** Aborts running calls; later ones are aborted immediately. */
  close(): void {
    this.#closed = true;
    for (const deadline of this.#calls) deadline.abort();
  }
}

type Take = () => Promise<() => void>;

/** Takes slots in sequence, releasing those already taken if a later one fails. */
async function takeInOrder(takes: readonly Take[]): Promise<() => void> {
  const releases: (() => void)[] = [];
  const leave = () => {
    for (const each of releases.toReversed()) each();
  };
  try {
    for (const take of takes) releases.push(await take());
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}
