import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { type EvmEngine, type EvmProvider, loadEvmEngine } from './evm-engine.ts';
import { serveHttp } from './servers.ts';

export const chainIds = { eth: 1, base: 8_453, arbitrum: 42_161, optimism: 10, polygon: 137 } as const;
export type ChainName = keyof typeof chainIds;

/** Has coins on every chain, and may send without a key. */
export const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const engine = loadEvmEngine();
/** The reason why there are no local chains on this platform, or false. */
export const noChains = 'missing' in engine ? engine.missing : false;

interface Compiled {
  readonly contracts: Record<string, { creation: string; deployed: string }>;
}
const compiledFile = path.join(import.meta.dirname, 'contracts/contracts.json');
export const { contracts } = JSON.parse(readFileSync(compiledFile, 'utf8')) as Compiled;

export interface EvmChains {
  /** KITH_RPC_… settings for an app that reads these chains. */
  readonly env: Record<string, string>;
  url(chain: ChainName): string;
  /** A direct request to a chain without the HTTP server; throws its errors. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers whose shape is what it tests
  rpc(chain: ChainName, method: string, ...params: unknown[]): Promise<any>;
  /** The address of a new contract. */
  deploy(chain: ChainName, creation: string): Promise<string>;
  send(chain: ChainName, transaction: Record<string, string>): Promise<string>;
  /** Every method requested over HTTP so far: `eth eth_getCode`. */
  readonly asked: string[];
}

/** Five EVM chains with their own ids in this process, served over HTTP at /eth, /base and so on. */
export async function startChains(t: TestContext): Promise<EvmChains> {
  if ('missing' in engine) throw new Error(engine.missing);
  const providers = await startProviders(engine.edr);
  const asked: string[] = [];

  const ask = async (chain: ChainName, method: string, params: unknown[]) => {
    const { data } = await providers[chain].handleRequest(JSON.stringify({ method, params }));
    return typeof data === 'string' ? JSON.parse(data) : data;
  };
  const { port } = await serveHttp(t, async (request, response) => {
    const chain = (request.url ?? '').slice(1) as ChainName;
    const sent = await bodyOf(request);
    const one = async ({ id, method, params }: { id: number; method: string; params: unknown[] }) => {
      asked.push(`${chain} ${method}`);
      const { result = null, error } = await ask(chain, method, params);
      return { jsonrpc: '2.0', id, ...(error ? { error } : { result }) };
    };
    sendJson(response, Array.isArray(sent) ? await Promise.all(sent.map(one)) : await one(sent));
  });

  const url = (chain: ChainName) => `http://127.0.0.1:${port}/${chain}`;
  const rpc: EvmChains['rpc'] = async (chain, method, ...params) => {
    const { result, error } = await ask(chain, method, params);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const send = (chain: ChainName, transaction: Record<string, string>) =>
    rpc(chain, 'eth_sendTransaction', { from: rich, gas: '0x4c4b40', ...transaction });
  const deploy = async (chain: ChainName, creation: string) => {
    const hash = await send(chain, { data: creation });
    return (await rpc(chain, 'eth_getTransactionReceipt', hash)).contractAddress as string;
  };
  for (const chain of names()) await rpc(chain, 'hardhat_impersonateAccount', rich);
  const env = Object.fromEntries(names().map((chain) => [`KITH_RPC_${chain.toUpperCase()}`, url(chain)]));
  return { env, url, rpc, deploy, send, asked };
}

const names = () => Object.keys(chainIds) as ChainName[];

export async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

async function startProviders(edr: EvmEngine): Promise<Record<ChainName, EvmProvider>> {
  const context = new edr.EdrContext();
  await context.registerProviderFactory(edr.GENERIC_CHAIN_TYPE, edr.genericChainProviderFactory());
  const spec = edr.SpecId.Prague;
  const silent = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} };
  const start = (chainId: bigint) =>
    context.createProvider(
      edr.GENERIC_CHAIN_TYPE,
      {
        allowBlocksWithSameTimestamp: true,
        allowUnlimitedContractSize: true,
        bailOnCallFailure: true,
        bailOnTransactionFailure: false,
        blockGasLimit: 60_000_000n,
        chainId,
        networkId: chainId,
        coinbase: Buffer.alloc(20, 0xc0),
        genesisState: [
          { address: Buffer.from(rich.slice(2), 'hex'), balance: 10n ** 22n },
          ...edr.l1GenesisState(spec),
        ],
        hardfork: edr.l1HardforkToString(spec),
        initialBaseFeePerGas: 1_000_000_000n,
        initialBlobGas: { gasUsed: 0n, excessGas: 0n },
        initialParentBeaconBlockRoot: Buffer.alloc(32),
        minGasPrice: 0n,
        mining: { autoMine: true, memPool: { order: edr.MineOrdering.Priority } },
        observability: {},
        ownedAccounts: [],
        precompileOverrides: [],
      },
      silent,
      { subscriptionCallback: () => {} },
      edr.ContractDecoder.withContracts({}),
    );
  const started = await Promise.all(names().map(async (name) => [name, await start(BigInt(chainIds[name]))]));
  return Object.fromEntries(started);
}
