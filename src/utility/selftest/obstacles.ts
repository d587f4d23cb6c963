import { Type } from 'typebox';
import { decodeObject, jsonDecoder, type Unreadable, unreadable } from '../../platform/decode.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { ChainKey } from '../chains/chain.ts';
import type { RpcUrls } from '../chains/chains.ts';
import type { Need } from './test-case.ts';

export interface ReachDependencies {
  readonly dns: Dns;
  readonly outbound: Outbound;
  readonly rpc: RpcUrls;
  readonly registries: { readonly viesUrl: string; readonly rdapBootstrapUrl: string };
}

const timeoutMs = 10_000;
const maxBytes = 2 * 1_024 * 1_024;

/**
 * Checks whether a skill's dependency is reachable, without using the skill. This distinguishes a broken
 * skill from a broken network. Null if it is reachable; otherwise the obstacle.
 */
export async function findObstacle(
  need: Need,
  deps: ReachDependencies,
  signal: AbortSignal,
): Promise<string | null> {
  if (need === null) return null;
  try {
    if ('dns' in need) return await dnsProblem(need.dns, deps, signal);
    if ('page' in need) await read(need.page, deps, signal);
    else if ('chains' in need) for (const chain of need.chains) await requireNode(chain, deps, signal);
    else if ('transaction' in need) await requireNodeWith(need.transaction, deps, signal);
    else if ('registryOf' in need) await registry(need.registryOf, deps, signal);
    else return await vatRegisterDown(need.vatRegisterOf, deps, signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

async function dnsProblem(
  name: string,
  { dns }: ReachDependencies,
  signal: AbortSignal,
): Promise<string | null> {
  const answer = await dns.query(name, 'A', signal);
  return answer.ok ? null : `DNS has no address for ${name}: ${answer.reason}`;
}

async function read(url: string, { outbound }: ReachDependencies, signal: AbortSignal): Promise<Buffer> {
  const { status, body } = await outbound.fetch(url, { signal, timeoutMs, maxBytes, onOversize: 'truncate' });
  if (status >= 400) throw new Error(`${url} returned status ${status}`);
  return body;
}

const strings = Type.Array(Type.String());
const decodeServices = jsonDecoder(Type.Object({ services: Type.Array(Type.Tuple([strings, strings])) }));
const state = Type.Object({
  countryCode: Type.Optional(Type.String()),
  availability: Type.Optional(Type.String()),
});
const decodeStatus = jsonDecoder(Type.Object({ countries: Type.Optional(Type.Array(state)) }));

function requireReadable<T>(value: T | Unreadable): T {
  if (value === unreadable) throw new Error('the response cannot be parsed');
  return value;
}

/** One node is enough: the skill fails over between nodes by itself. */
async function requireNode(chain: ChainKey, deps: ReachDependencies, signal: AbortSignal): Promise<void> {
  for await (const _ of nodeAnswers(chain, 'eth_chainId', [], deps, signal)) return;
  throw new Error(`no node of ${chain} responds`);
}

/** Nodes may prune old data (EIP-4444): a skill cannot find what no node has. */
async function requireNodeWith(
  transaction: string,
  deps: ReachDependencies,
  signal: AbortSignal,
): Promise<void> {
  for await (const body of nodeAnswers('eth', 'eth_getTransactionReceipt', [transaction], deps, signal))
    if (requireReadable(decodeObject(body)).result) return;
  throw new Error(`no node of eth has the transaction ${transaction}`);
}

async function* nodeAnswers(
  chain: ChainKey,
  method: string,
  params: readonly string[],
  { rpc, outbound }: ReachDependencies,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  for (const url of rpc[chain]) {
    const answer = await outbound
      .fetch(url, { method: 'POST', headers, body, signal, timeoutMs, maxBytes })
      .catch(() => null);
    if (answer?.status === 200) yield answer.body;
  }
}

async function registry(domain: string, deps: ReachDependencies, signal: AbortSignal): Promise<void> {
  const list = await read(deps.registries.rdapBootstrapUrl, deps, signal);
  const { services } = requireReadable(decodeServices(list));
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  const server = services.find(([endings]) => endings.includes(ending))?.[1][0];
  if (server === undefined) throw new Error(`the bootstrap list names no RDAP server for ${ending}`);
  await read(new URL(`domain/${domain}`, server).href, deps, signal);
}

/** The registry reports which states it can query at the moment. */
async function vatRegisterDown(
  country: string,
  deps: ReachDependencies,
  signal: AbortSignal,
): Promise<string | null> {
  const status = await read(`${deps.registries.viesUrl}/check-status`, deps, signal);
  const { countries = [] } = requireReadable(decodeStatus(status));
  const state = countries.find(({ countryCode }) => countryCode === country)?.availability;
  return state === 'Unavailable'
    ? `the VAT registry cannot reach the register of ${country} at the moment`
    : null;
}
