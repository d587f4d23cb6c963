import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Whose trace a piece of work belongs to (W3C Trace Context). */
export interface Trace {
  readonly traceId: string;
  readonly flags: string;
}

const current = new AsyncLocalStorage<Trace>();

/** What the header of a request says; undefined where it says nothing that can be passed on. */
export function traceOf(header: string | string[] | undefined): Trace | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, parent, flags] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/.exec(header) ?? [];
  if (!traceId || !parent || !flags || version === 'ff' || isZero(traceId) || isZero(parent))
    return undefined;
  return { traceId, flags };
}

const isZero = (digits: string): boolean => /^0+$/.test(digits);

/** Runs what a request asks for as a part of its trace. */
export const inTrace = <R>(trace: Trace, work: () => R): R => current.run(trace, work);

/** The header of a call that is made now for a traced request, with an id of its own as the parent. */
export function outgoingTraceparent(): string | undefined {
  const trace = current.getStore();
  return trace && `00-${trace.traceId}-${randomBytes(8).toString('hex')}-${trace.flags}`;
}
