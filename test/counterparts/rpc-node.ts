import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { bodyOf, sendJson } from './evm-chains.ts';
import { serveHttp } from './servers.ts';

type Answer = unknown | ((params: unknown[]) => unknown);
interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: unknown[];
}

/** A JSON-RPC error, as the response to a method. */
export class Failing {
  readonly error: { code: number; message: string; data?: unknown };
  constructor(code: number, message: string, data?: unknown) {
    this.error = { code, message, data };
  }
}

export interface OddNode {
  readonly url: string;
  /** The response to each method; a method that is not listed is unknown. */
  answers: Record<string, Answer>;
  /** Handles a whole request itself; null for a normal node. */
  odd: ((sent: Sent | Sent[], response: ServerResponse, usual: () => unknown) => void) | null;
  /** Every request so far, the methods of a batch joined by commas. */
  readonly asked: string[];
}

/** A node whose responses a test defines. */
export async function startOddNode(t: TestContext, path = ''): Promise<OddNode> {
  const one = ({ id, method, params }: Sent) => {
    const found = node.answers[method];
    const answer = typeof found === 'function' ? found(params) : found;
    if (answer instanceof Failing) return { jsonrpc: '2.0', id, error: answer.error };
    if (answer !== undefined) return { jsonrpc: '2.0', id, result: answer };
    return { jsonrpc: '2.0', id, error: { code: -32601, message: `the method ${method} does not exist` } };
  };
  const { port } = await serveHttp(t, async (request: IncomingMessage, response) => {
    const sent: Sent | Sent[] = await bodyOf(request);
    node.asked.push(
      [sent]
        .flat()
        .map(({ method }) => method)
        .join(),
    );
    const defaultAnswer = () => (Array.isArray(sent) ? sent.map(one) : one(sent));
    if (node.odd) node.odd(sent, response, defaultAnswer);
    else sendJson(response, defaultAnswer());
  });
  const node: OddNode = { url: `http://127.0.0.1:${port}${path}`, answers: {}, odd: null, asked: [] };
  return node;
}
