import { AsyncLocalStorage } from 'node:async_hooks';

class Call {
  readonly owner: string | undefined;
  /** Gives back the owner's slot of this process, if the call holds one. */
  readonly leave: (() => void) | undefined;
  /** Shares held until it ends, by resource; most calls hold none. */
  #held: Map<object, Promise<() => void>> | undefined;
  #work: Promise<unknown> | undefined;

  constructor(owner: string | undefined, leave?: () => void) {
    this.owner = owner;
    this.leave = leave;
  }

  /** The shares, to be released when the work ends. */
  get held(): Map<object, Promise<() => void>> {
    if (!this.#held) {
      this.#held = new Map();
      if (this.#work) this.#releaseAfter(this.#work);
    }
    return this.#held;
  }

  started(work: Promise<unknown>): void {
    this.#work = work;
    if (this.#held) this.#releaseAfter(work);
  }

  #releaseAfter(work: Promise<unknown>): void {
    const release = () => {
      for (const share of this.#held?.values() ?? [])
        share.then(
          (release) => release(),
          () => {},
        );
    };
    work.then(release, release);
  }
}

const calls = new AsyncLocalStorage<Call>();

function run<T>(owner: string | undefined, work: () => Promise<T>, leave?: () => void): Promise<T> {
  const call = new Call(owner, leave);
  const result = calls.run(call, work);
  call.started(result);
  return result;
}

/**
 * Runs work on behalf of an owner, so that its use of shared workers and outbound slots counts towards that
 * owner. `leave` gives back what the work holds of this process.
 */
export const runForOwner = <T>(owner: string, work: () => Promise<T>, leave?: () => void): Promise<T> =>
  run(owner, work, leave);

/**
 * Before the current work waits for another server: that one may call this process before it answers, and must not
 * wait for the slot of the call that waits for it. From here on the work's outbound shares limit it.
 */
export const leaveBeforeWaiting = (): void => calls.getStore()?.leave?.();

/** Runs work that benefits all callers, whichever of them triggered it. */
export const runForServer = <T>(work: () => Promise<T>): Promise<T> => run(undefined, work);

/** The owner this code runs for; undefined for the server's own work. */
export const currentOwner = (): string | undefined => calls.getStore()?.owner;

/**
 * Takes an owner's share of a scarce resource, once for the current work, and returns it when that work ends.
 */
export async function acquireForCurrentWork(
  resource: object,
  take: (owner: string) => Promise<() => void>,
): Promise<void> {
  const call = calls.getStore();
  if (call?.owner === undefined) return;
  const { held } = call;
  let share = held.get(resource);
  if (!share) {
    share = take(call.owner);
    held.set(resource, share);
    // A refused share can be requested again by another fetch of the same work.
    share.catch(() => held.delete(resource));
  }
  await share;
}
