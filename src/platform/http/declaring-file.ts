import { getCallSites } from 'node:util';

/** The file URL of the code that called the caller of this function: the reference links each route to it. */
export function declaringFile(): string {
  // This function, its caller, and that one's caller.
  return getCallSites(3)[2]?.scriptName ?? '';
}
