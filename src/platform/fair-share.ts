import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string | undefined>();

/** Runs work on behalf of an owner, so that what it uses of shared workers and outbound slots counts as that owner's. */
export const onBehalfOf = <T>(owner: string, work: () => Promise<T>): Promise<T> => owners.run(owner, work);

/** Runs work that serves everybody, whoever happened to need it first. */
export const onOwnBehalf = <T>(work: () => Promise<T>): Promise<T> => owners.run(undefined, work);

/** On whose behalf this runs; undefined for the server's own work. */
export const currentOwner = (): string | undefined => owners.getStore();
