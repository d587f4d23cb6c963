import { AsyncLocalStorage } from 'node:async_hooks';

interface Call {
  readonly owner: string | undefined;
  /** Shares held until it ends, by resource. */
  readonly held: Map<object, Promise<() => void>>;
}

const calls = new AsyncLocalStorage<Call>();

async function run<T>(owner: string | undefined, work: () => Promise<T>): Promise<T> {
  const held: Call['held'] = new Map();
  try {
    return await calls.run({ owner, held }, work);
  } finally {
    for (const taken of held.values())
      taken.then(
        (release) => release(),
        () => {},
      );
  }
}

/**
 * Runs work on behalf of an owner, so that its use of shared workers and outbound slots counts towards that
 * owner.
 */
export const onBehalfOf = <T>(owner: string, work: () => Promise<T>): Promise<T> => run(owner, work);

/** Runs work that benefits all callers, whichever of them triggered it. */
export const onOwnBehalf = <T>(work: () => Promise<T>): Promise<T> => run(undefined, work);

/** The owner this code runs for; undefined for the server's own work. */
export const currentOwner = (): string | undefined => calls.getStore()?.owner;

/**
 * Takes an owner's share of a scarce resource, once for the current work, and returns it when that work ends.
 */
export async function holdUntilDone(
  resource: object,
  take: (owner: string) => Promise<() => void>,
): Promise<void> {
  const call = calls.getStore();
  if (call?.owner === undefined) return;
  let taken = call.held.get(resource);
  if (!taken) {
    taken = take(call.owner);
    call.held.set(resource, taken);
    // A refused share can be requested again by another fetch of the same work.
    taken.catch(() => call.held.delete(resource));
  }
  await taken;
}
