import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Exchange {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly answer: { readonly result?: unknown; readonly error?: unknown };
}

export interface Recorded {
  readonly url: string;
  /** The recorded requests of each method. */
  paramsOf(method: string): readonly (readonly unknown[])[];
  resultOf(method: string, params: readonly unknown[]): unknown;
  close(): void;
}

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const keyOf = (method: string, params: readonly unknown[]) =>
  `${method} ${JSON.stringify(params)}`.toLowerCase();

/** Calls that the set has no recording of, but that every account query makes. */
const unrecorded: Readonly<Record<string, string>> = {
  eth_getTransactionCount: '0x0',
  eth_getBalance: '0x0',
  eth_getStorageAt: `0x${'0'.repeat(64)}`,
};

/** A node on loopback that replays recorded responses, for single requests and batches. */
export async function recordedNode(exchanges: readonly Exchange[]): Promise<Recorded> {
  const answers = new Map(exchanges.map(({ method, params, answer }) => [keyOf(method, params), answer]));
  const answer = ({ id, method, params }: Sent) => {
    const { result, error } = answers.get(keyOf(method, params)) ?? {
      ...(method in unrecorded
        ? { result: unrecorded[method] }
        : { error: { code: -32601, message: `${method} was not recorded` } }),
    };
    return { jsonrpc: '2.0', id, ...(error ? { error } : { result }) };
  };
  const server = http.createServer(async (request, response) => {
    const sent = (await json(request)) as Sent | Sent[];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(sent) ? sent.map(answer) : answer(sent)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paramsOf: (method) => exchanges.filter((each) => each.method === method).map(({ params }) => params),
    resultOf: (method, params) => answers.get(keyOf(method, params))?.result,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
