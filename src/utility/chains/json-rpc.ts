import { revertReason } from './abi.ts';
import { NodeFailure } from './node-failure.ts';

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  /**
   * What the question lives with: `revert`, that the contract refuses, which is its own answer; `unsupported`, that
   * the node does not know the method; `fail`, any error, for what is only an addition to the answer. Any other error
   * is the node's failure.
   */
  readonly may?: 'revert' | 'unsupported' | 'fail';
}

export type RpcOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly reason: string };

interface RpcError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/** The requests as they are sent, their place as their id. */
export const envelope = ({ method, params }: RpcRequest, id: number) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** The answers in the order of the requests, whatever order they came in; undefined where some are missing. */
export function sorted(answers: readonly unknown[], count: number): unknown[] | undefined {
  const byId = new Map<number, unknown>();
  for (const answer of answers) {
    const id = isObject(answer) ? answer.id : undefined;
    if (typeof id === 'number' || typeof id === 'string') byId.set(Number(id), answer);
  }
  const inOrder = Array.from({ length: count }, (_, id) => byId.get(id));
  return inOrder.includes(undefined) ? undefined : inOrder;
}

/** What one answer says; throws where it is the node that failed. */
export function outcomeOf(answer: unknown, { method, may }: RpcRequest): RpcOutcome {
  if (!isObject(answer)) throw new NodeFailure(`${method} was answered with something that is not an answer`);
  if (isObject(answer.error)) {
    const error: RpcError = answer.error;
    if (may === 'revert' && isRevert(error)) {
      return { ok: false, reason: reasonOf(error) };
    }
    if (may === 'fail' || (may === 'unsupported' && isUnsupported(error)))
      return { ok: false, reason: words(error) };
    throw failureOf(answer.error, method);
  }
  if (!('result' in answer)) throw new NodeFailure(`${method} was answered without a result`);
  return { ok: true, result: answer.result };
}

/** An error object of the node, in its own words. A limit is one that a rest may cure. */
export function failureOf(error: RpcError, method?: string): NodeFailure {
  const said = `${words(error)} (${String(error.code ?? 'no code')})`;
  const limited = error.code === -32_005 || error.code === 429 || /rate|limit|too many/i.test(words(error));
  return new NodeFailure(method ? `${method}: ${said}` : said, limited ? { restMs: 30_000 } : {});
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const words = ({ message }: RpcError): string =>
  typeof message === 'string' && message !== '' ? message : 'an error without words';

/** By geth 3 with the data of the revert; others have their own codes, and all of them these words. */
function isRevert(error: RpcError): boolean {
  return (
    error.code === 3 ||
    /revert|vm execution error|invalid opcode|invalid jump|out of gas|stack (?:under|over)flow/i.test(
      words(error),
    )
  );
}

function reasonOf(error: RpcError): string {
  const nested = isObject(error.data) ? error.data.data : error.data;
  const said = revertReason(typeof nested === 'string' ? nested.replace(/^Reverted /, '') : nested);
  return said ? `it reverted: ${said}` : `it reverted (${words(error).slice(0, 200)})`;
}

function isUnsupported(error: RpcError): boolean {
  return (
    error.code === -32_601 ||
    error.code === -32_004 ||
    /method.*(?:not|n't)|unsupported|not supported/i.test(words(error))
  );
}

/** The result of a request that may not fail, and so has one. */
export function resultOf(outcome: RpcOutcome | undefined): unknown {
  if (!outcome?.ok) throw new NodeFailure('an answer is missing');
  return outcome.result;
}
