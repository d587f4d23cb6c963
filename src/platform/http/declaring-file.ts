import { getCallSites } from 'node:util';

/** The file whose code called the function that asks, as a file URL: where a reader of the reference finds a route. */
export function declaringFile(): string {
  // This function, the one that asks, its caller.
  return getCallSites(3)[2]?.scriptName ?? '';
}
