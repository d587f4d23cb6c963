import type { Clock } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { upstreamFailed, upstreamTimeout } from '../catalogue/errors.ts';
import type { EvmChain } from './chain.ts';
import type { RpcOutcome, RpcRequest } from './json-rpc.ts';
import { NodeFailure } from './quantity.ts';
import { RpcNode } from './rpc-node.ts';

/** Entries are small: the cache holds parsed results, not raw responses. */
const maxCached = 1_000;

/** A query to a chain: the requests sent to one node in one batch, and how to interpret the responses. */
export interface ChainQuery<T> {
  /** Cache key, together with the requests. */
  readonly name: string;
  readonly requests: readonly RpcRequest[];
  /** Throws NodeFailure if the node's responses cannot be true; another node is then queried. */
  interpret(outcomes: readonly RpcOutcome[]): T;
  /** False for a result that another node may know better, such as "not found". */
  isConclusive?(answer: T): boolean;
}

interface CachedAnswer {
  readonly answer: unknown;
  readonly at: number;
}

/** The chain properties a reader needs. */
type ReadChain = Pick<EvmChain, 'id' | 'name' | 'blockS'>;

interface ReaderDependencies<C> {
  readonly chain: C;
  readonly urls: readonly string[];
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/**
 * Reads one chain from its nodes in turn. Results are cached for about one block, and identical concurrent
 * queries share one request.
 */
export class ChainReader<C extends ReadChain = EvmChain> {
  readonly chain: C;
  readonly #nodes: readonly RpcNode[];
  readonly #clock: Clock;
  readonly #cache = new Map<string, CachedAnswer>();
  readonly #flights = new SingleFlight<CachedAnswer>();

  constructor({ chain, urls, outbound, clock }: ReaderDependencies<C>) {
    this.chain = chain;
    this.#clock = clock;
    this.#nodes = urls.map((url) => new RpcNode({ url, chainId: chain.id, outbound, clock }));
  }

  /** Throws the caller's Refusal if no node gave a usable response. */
  async read<T>(reading: ChainQuery<T>, call: SkillCall): Promise<T> {
    call.limitValidity(this.chain.blockS);
    const key = `${reading.name} ${JSON.stringify(reading.requests)}`;
    const cached = this.#cache.get(key);
    if (cached && call.maxAgeS > 0) {
      const ageS = Math.max(0, (this.#clock.now().getTime() - cached.at) / 1_000);
      if (ageS <= Math.min(call.maxAgeS, this.chain.blockS)) {
        call.usedCached(ageS);
        return cached.answer as T;
      }
    }
    const ask = async (signal: AbortSignal) => this.#store(key, await this.#ask(reading, signal));
    // A caller that wants fresh data must not join a request started before its own.
    const { answer } = await this.#flights.join(key, call.signal, ask, { join: call.maxAgeS > 0 });
    return answer as T;
  }

  #store(key: string, answer: unknown): CachedAnswer {
    const entry = { answer, at: this.#clock.now().getTime() };
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    for (const [oldest] of this.#cache) {
      if (this.#cache.size <= maxCached) break;
      this.#cache.delete(oldest);
    }
    return entry;
  }

  async #ask<T>(reading: ChainQuery<T>, signal: AbortSignal): Promise<T> {
    const failures: [RpcNode, NodeFailure][] = [];
    let weak: { answer: T } | undefined;
    for (const node of this.#nodesByPreference()) {
      try {
        const answer = await queryNode(node, reading, signal);
        if (reading.isConclusive?.(answer) ?? true) return answer;
        weak ??= { answer };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof NodeFailure)) {
          // The failure is local (outbound limit or shutdown), which is no reason to discard a weak result.
          if (weak && error instanceof OutboundError) break;
          throw error;
        }
        failures.push([node, error]);
      }
    }
    if (weak) return weak.answer;
    throw this.#refusal(failures);
  }

  /** Nodes in the operator's order, with recently failed ones last. */
  #nodesByPreference(): RpcNode[] {
    return [
      ...this.#nodes.filter((each) => !each.isResting),
      ...this.#nodes.filter((each) => each.isResting),
    ];
  }

  #refusal(failures: readonly [RpcNode, NodeFailure][]): Error {
    const reasons = failures.map(([node, { message }]) => `${node.host}: ${message}`).join('; ');
    const toUpstreamError = failures.every(([, { timedOut }]) => timedOut) ? upstreamTimeout : upstreamFailed;
    return toUpstreamError(
      `no node of ${this.chain.name} responded: ${reasons}`,
      'Retry later; nothing was charged.',
    );
  }
}

async function queryNode<T>(node: RpcNode, reading: ChainQuery<T>, signal: AbortSignal): Promise<T> {
  const outcomes = await node.ask(reading.requests, signal);
  try {
    return reading.interpret(outcomes);
  } catch (error) {
    throw node.recordFailure(error);
  }
}
