import type { TestApp } from '../../harness/app.ts';

/** A request of the scenario. `{name}` in a path or body is replaced by a value from earlier responses. */
export interface Request {
  readonly service: 'city' | 'utility';
  readonly method: string;
  readonly path: string;
  readonly body?: Record<string, unknown>;
  /** The stored key that it is sent with. */
  readonly as?: string;
  /** Fields of the response to store, by the name they get. */
  readonly remember?: Record<string, string>;
}

export interface Recorded extends Request {
  readonly status: number;
  readonly shape: Shape;
}

/** The types of a response: for a list, the union of its elements' fields. */
export type Shape = string | { readonly [field: string]: Shape } | readonly [Shape] | readonly [];

export function shapeOf(value: unknown): Shape {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}

/** What a client that read the recorded response would miss in this one. */
export function missing(recorded: Shape, now: unknown, at = 'answer'): string[] {
  // A value that may be null, or a list that was empty, says nothing about its type.
  if (recorded === 'null' || now === null) return [];
  if (Array.isArray(recorded)) {
    if (!Array.isArray(now)) return [`${at} is no longer a list`];
    return recorded.length === 0 || now.length === 0 ? [] : missing(recorded[0] ?? [], now[0], `${at}[0]`);
  }
  if (typeof recorded === 'string')
    return typeof now === recorded ? [] : [`${at} was a ${recorded} and is a ${typeof now}`];
  if (typeof now !== 'object') return [`${at} was an object and is a ${typeof now}`];
  return Object.entries(recorded).flatMap(([name, shape]) => {
    const value = (now as Record<string, unknown>)[name];
    return value === undefined ? [`${at}.${name} is gone`] : missing(shape, value, `${at}.${name}`);
  });
}

/** Sends the requests in order, and returns each with its response. */
export async function* exchanged<R extends Request>(app: TestApp, requests: readonly R[]) {
  const memory = new Map<string, string>();
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => memory.get(name) ?? whole);
  for (const each of requests) {
    const body = each.body && (JSON.parse(filled(JSON.stringify(each.body))) as unknown);
    const key = each.as === undefined ? undefined : memory.get(each.as);
    const answer = await app[each.service].call(each.method, filled(each.path), {
      ...(body !== undefined && { body }),
      ...(key !== undefined && (key.startsWith('kith_ally_') ? { ally: key } : { key })),
    });
    for (const [field, name] of Object.entries(each.remember ?? {}))
      memory.set(name, String(answer.json[field]));
    yield { request: each, answer };
  }
}
