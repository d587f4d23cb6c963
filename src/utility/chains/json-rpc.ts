import { readFileSync } from 'node:fs';
import { isJsonObject } from '../../platform/decode.ts';
import { revertReason, selector, uintAt } from './abi.ts';
import { toChecksumAddress } from './address.ts';
import { NodeFailure } from './quantity.ts';

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  /**
   * Errors that count as a result: `revert`, the contract rejects the call; `unsupported`, the node does not
   * know the method; `fail`, any error, for optional parts of the response. Any other error is a failure of
   * the node.
   */
  readonly acceptedError?: 'revert' | 'unsupported' | 'fail';
}

export type RpcOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly reason: string };

interface NodeError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/** The request as sent, with its position as its id. */
export const toJsonRpc = ({ method, params }: RpcRequest, id: number) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** Responses in the order of the requests, whatever order they arrived in; undefined if some are missing. */
export function sortById(answers: readonly unknown[], count: number): unknown[] | undefined {
  const byId = new Map<number, unknown>();
  for (const answer of answers) {
    const id = isJsonObject(answer) ? answer.id : undefined;
    if (typeof id === 'number' || typeof id === 'string') byId.set(Number(id), answer);
  }
  const inOrder = Array.from({ length: count }, (_, id) => byId.get(id));
  return inOrder.includes(undefined) ? undefined : inOrder;
}

/** Interprets one response; throws if the node itself failed. */
export function parseOutcome(answer: unknown, { method, acceptedError }: RpcRequest): RpcOutcome {
  if (!isJsonObject(answer)) throw new NodeFailure(`the response to ${method} is malformed`);
  if (isJsonObject(answer.error)) {
    const error: NodeError = answer.error;
    if (acceptedError === 'revert' && isRevert(error)) {
      return { ok: false, reason: reasonOf(error) };
    }
    if (acceptedError === 'fail' || (acceptedError === 'unsupported' && isUnsupported(error)))
      return { ok: false, reason: messageOf(error) };
    throw toNodeFailure(answer.error, method);
  }
  if (!('result' in answer)) throw new NodeFailure(`the response to ${method} has no result`);
  return { ok: true, result: answer.result };
}

/** An error object in the node's own words. Rate limits may clear after a pause. */
export function toNodeFailure(error: NodeError, method?: string): NodeFailure {
  const reason = `${messageOf(error)} (${String(error.code ?? 'no code')})`;
  const limited =
    error.code === -32_005 || error.code === 429 || /rate|limit|too many/i.test(messageOf(error));
  return new NodeFailure(method ? `${method}: ${reason}` : reason, limited ? { restMs: 30_000 } : {});
}

const messageOf = ({ message }: NodeError): string =>
  typeof message === 'string' && message !== '' ? message : 'an error without a message';

/** Geth uses code 3 with the revert data; other nodes use their own codes, but all of them these words. */
function isRevert(error: NodeError): boolean {
  return (
    error.code === 3 ||
    /revert|e?vm (?:execution )?error|invalid opcode|invalid jump|out.?of.?gas|bad instruction|stack (?:under|over)flow|stack limit|write protection|code size exceeded/i.test(
      messageOf(error),
    )
  );
}

function reasonOf(error: NodeError): string {
  const nested = isJsonObject(error.data) ? error.data.data : error.data;
  const data = typeof nested === 'string' ? nested.replace(/^Reverted /, '') : nested;
  const reason = revertReason(data) ?? (typeof data === 'string' ? knownError(data) : undefined);
  if (reason) return `it reverted: ${reason}`;
  const [custom] = /^0x[0-9a-f]{8}/i.exec(typeof data === 'string' ? data : '') ?? [];
  return `it reverted (${messageOf(error).slice(0, 200)}${custom ? `; error ${custom}` : ''})`;
}

function isUnsupported(error: NodeError): boolean {
  return (
    error.code === -32_601 ||
    error.code === -32_004 ||
    /method.*(?:not|n't)|unsupported|not supported/i.test(messageOf(error))
  );
}

/** The result of a request that may not fail. */
export function requireResult(outcome: RpcOutcome | undefined): unknown {
  if (!outcome?.ok) throw new NodeFailure('a response is missing');
  return outcome.result;
}

/** Custom errors of ERC-6093, of widely used contract libraries, and of the best-known exchanges. */
const signatures = readFileSync(new URL('error-signatures.txt', import.meta.url), 'utf8');

interface KnownError {
  readonly name: string;
  readonly inputs: readonly { readonly type: string; readonly name: string }[];
}

const bySelector = new Map<string, KnownError>(
  signatures
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', list = ''] = /^(\w+)\((.*)\)$/.exec(line) ?? [];
      const inputs = list
        .split(',')
        .filter(Boolean)
        .map((each) => {
          const [type = '', input = ''] = each.split(' ');
          return { type, name: input };
        });
      return [selector(`${name}(${inputs.map(({ type }) => type).join(',')})`), { name, inputs }];
    }),
);

/** Such as `ERC20InsufficientBalance(sender: 0x…, balance: 1, needed: 2)`; undefined if the error is not known. */
function knownError(data: string): string | undefined {
  const error = bySelector.get(data.slice(0, 10).toLowerCase());
  if (!error) return undefined;
  const rest = data.slice(10).toLowerCase();
  const values = error.inputs.map(({ type, name }, at) => `${name}: ${readInput(rest, at, type)}`);
  return `${error.name}(${values.join(', ')})`;
}

function readInput(rest: string, at: number, type: string): string {
  const value = uintAt(rest, at);
  if (value === null || type === 'bytes') return '?';
  const digits = value.toString(16);
  if (type === 'address') return toChecksumAddress(`0x${digits.padStart(40, '0').slice(-40)}`);
  return type === 'bytes32' ? `0x${digits.padStart(64, '0')}` : value.toString();
}
