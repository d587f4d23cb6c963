import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { isJsonObject, jsonDecoder, unreadable } from '../../platform/decode.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound, OutboundResponse } from '../../platform/outbound/outbound.ts';
import {
  parseOutcome,
  type RpcOutcome,
  type RpcRequest,
  sortById,
  toJsonRpc,
  toNodeFailure,
} from './json-rpc.ts';
import { NodeFailure, smallQuantity } from './quantity.ts';

const timeoutMs = 5_000;
/** Large enough for the receipt of a transaction that fills a block. */
const maxBytes = 8 * 1_024 * 1_024;
/** How long a node's chain id is trusted: another node may later serve the same URL. */
const knownForMs = 600_000;
const wrongChainRestMs = 300_000;
const maxRestMs = 300_000;
const chainIdRequest: RpcRequest = { method: 'eth_chainId', params: [] };

interface NodeDependencies {
  readonly url: string;
  readonly chainId: number;
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/**
 * One JSON-RPC endpoint. Its results are trusted only after it has reported its chain id, which is checked
 * again after every failure and periodically.
 */
export class RpcNode {
  /** The only part of the URL that is shown: the path may hold the operator's key. */
  readonly host: string;
  readonly #deps: NodeDependencies;
  #knownUntil = 0;
  #takesBatches = true;
  #restUntil = 0;

  constructor(deps: NodeDependencies) {
    this.#deps = deps;
    this.host = new URL(deps.url).host;
  }

  /** Failed recently; other nodes are tried first. */
  get isResting(): boolean {
    return this.#now() < this.#restUntil;
  }

  /** Throws NodeFailure, or the reason it was aborted. */
  async ask(requests: readonly RpcRequest[], signal: AbortSignal): Promise<RpcOutcome[]> {
    try {
      const isVerified = this.#now() < this.#knownUntil;
      const allRequests = isVerified ? requests : [chainIdRequest, ...requests];
      const answers = await this.#exchange(allRequests, signal);
      const outcomes = allRequests.map((request, at) => parseOutcome(answers[at], request));
      if (!isVerified) this.#verifyChainId(outcomes.shift());
      return outcomes;
    } catch (error) {
      throw this.recordFailure(error);
    }
  }

  /**
   * Records a failure, including one found only when the responses are interpreted; returns the error to
   * throw.
   */
  recordFailure(error: unknown): unknown {
    const failure = error instanceof OutboundError ? outboundFailure(error) : error;
    if (!(failure instanceof NodeFailure)) return error;
    this.#knownUntil = 0;
    this.#takesBatches = true;
    this.#restUntil = this.#now() + Math.min(failure.restMs, maxRestMs);
    failure.message = this.#hideUrl(failure.message);
    return failure;
  }

  #now(): number {
    return this.#deps.clock.now().getTime();
  }

  #verifyChainId(outcome: RpcOutcome | undefined): void {
    const id = smallQuantity(outcome?.ok ? outcome.result : undefined, 'eth_chainId');
    if (id !== this.#deps.chainId) {
      throw new NodeFailure(`it serves chain ${id}, not chain ${this.#deps.chainId}`, {
        restMs: wrongChainRestMs,
      });
    }
    this.#knownUntil = this.#now() + knownForMs;
    this.#restUntil = 0;
  }

  async #exchange(requests: readonly RpcRequest[], signal: AbortSignal): Promise<unknown[]> {
    if (this.#takesBatches && requests.length > 1) {
      const answers = await this.#batch(requests, signal);
      if (answers) return answers;
    }
    const answers = await Promise.all(
      requests.map(async (request, id) => read(await this.#post(toJsonRpc(request, id), signal)) ?? null),
    );
    // Single requests worked, so it was the batch that the node rejected.
    this.#takesBatches = requests.length === 1 && this.#takesBatches;
    return answers;
  }

  /** Undefined if the node responded, but not with a batch: requests are then sent one by one. */
  async #batch(requests: readonly RpcRequest[], signal: AbortSignal): Promise<unknown[] | undefined> {
    const response = await this.#post(requests.map(toJsonRpc), signal);
    const body = parseReply(response);
    return response.status < 300 && Array.isArray(body) ? sortById(body, requests.length) : undefined;
  }

  async #post(body: unknown, signal: AbortSignal): Promise<OutboundResponse> {
    const response = await this.#deps.outbound.fetch(this.#deps.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
      maxBytes,
      maxRedirects: 0,
      signal,
    });
    if (response.status === 429) {
      throw new NodeFailure(`its rate limit is reached (429${quoteBody(response)})`, {
        restMs: retryAfterMs(response),
      });
    }
    return response;
  }

  /** Redacts the parts of the node's URL that may be a key. */
  #hideUrl(text: string): string {
    const { pathname, search, username, password } = new URL(this.#deps.url);
    const secrets = [...pathname.split('/'), search.slice(1), username, password];
    return secrets
      .filter((each) => each.length > 7)
      .reduce((message, each) => message.replaceAll(each, '…'), text);
  }
}

/** Parses one response; many nodes send an error object with a matching HTTP status. */
function read(response: OutboundResponse): unknown {
  const body = parseReply(response);
  if (isJsonObject(body) && ('result' in body || isJsonObject(body.error))) return body;
  if (Array.isArray(body) && isJsonObject(body[0]))
    throw toNodeFailure({ message: 'the response to one call is a batch' });
  if (response.status >= 300)
    throw new NodeFailure(`it returned status ${response.status}${quoteBody(response)}`);
  throw new NodeFailure(`its response is not JSON-RPC${quoteBody(response)}`);
}

const decodeReply = jsonDecoder(
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())]),
);

/** A JSON-RPC response or a batch of them; undefined for anything else. */
function parseReply({ body }: OutboundResponse): Record<string, unknown> | unknown[] | undefined {
  const reply = decodeReply(body);
  return reply === unreadable ? undefined : reply;
}

/** The response body, if it is text and not an HTML page. */
function quoteBody(response: OutboundResponse): string {
  const body = parseReply(response);
  const error = isJsonObject(body) ? body.error : undefined;
  const message = isJsonObject(error) ? error.message : response.body.subarray(0, 120).toString('utf8');
  return typeof message === 'string' && message.trim() !== '' && !message.includes('<')
    ? `: ${message.trim()}`
    : '';
}

function retryAfterMs({ headers }: OutboundResponse): number {
  const seconds = Number(headers['retry-after'] ?? 30);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 30_000;
}

/** Aborted, or stopped by our own outbound limits: neither is a failure of the node. */
function outboundFailure(error: OutboundError): unknown {
  if (error.reason === 'aborted' || error.blame === 'us') return error;
  return new NodeFailure(error.message, { timedOut: error.reason === 'timeout' });
}
