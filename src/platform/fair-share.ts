import { AsyncLocalStorage } from 'node:async_hooks';

interface Call {
  readonly owner: string | undefined;
  /** What it holds until it ends, by what it is held of. */
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

/** Runs work on behalf of an owner, so that what it uses of shared workers and outbound slots counts as that owner's. */
export const onBehalfOf = <T>(owner: string, work: () => Promise<T>): Promise<T> => run(owner, work);

/** Runs work that serves everybody, whoever happened to need it first. */
export const onOwnBehalf = <T>(work: () => Promise<T>): Promise<T> => run(undefined, work);

/** On whose behalf this runs; undefined for the server's own work. */
export const currentOwner = (): string | undefined => calls.getStore()?.owner;

/** Takes an owner's share of something scarce, once for the work under way, and gives it back when that work ends. */
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
    // One that was refused can be asked for again, by another fetch of the same work.
    taken.catch(() => call.held.delete(resource));
  }
  await taken;
}
