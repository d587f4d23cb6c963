import { AsyncLocalStorage } from 'node:async_hooks';

class Call {
  readonly owner: string | undefined;
  /** What it holds until it ends, by what it is held of; most calls hold nothing. */
  held: Map<object, Promise<() => void>> | undefined;

  constructor(owner: string | undefined) {
    this.owner = owner;
  }

  release(): void {
    for (const taken of this.held?.values() ?? [])
      taken.then(
        (release) => release(),
        () => {},
      );
  }
}

const calls = new AsyncLocalStorage<Call>();

function run<T>(owner: string | undefined, work: () => Promise<T>): Promise<T> {
  const call = new Call(owner);
  const result = calls.run(call, work);
  const release = () => call.release();
  result.then(release, release);
  return result;
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
  call.held ??= new Map();
  const { held } = call;
  let taken = held.get(resource);
  if (!taken) {
    taken = take(call.owner);
    held.set(resource, taken);
    // One that was refused can be asked for again, by another fetch of the same work.
    taken.catch(() => held.delete(resource));
  }
  await taken;
}
