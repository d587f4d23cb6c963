/** The trace that a caller says its request belongs to (W3C Trace Context), for the log; nothing where it says none. */
export function traceIn(header: string | string[] | undefined): { readonly trace_id?: string } {
  if (typeof header !== 'string') return {};
  const [, traceId] = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(header) ?? [];
  return traceId === undefined || /^0+$/.test(traceId) ? {} : { trace_id: traceId };
}
