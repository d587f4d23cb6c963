import path from 'node:path';
import { type WitnessAddress, witnessList } from '../../ledger/witness-list.ts';
import { choiceOf, httpUrl, httpUrls, list, solanaAddress, text } from '../../platform/config/parse.ts';
import type { SettingValues } from '../../platform/config/setting.ts';
import { providers } from '../../platform/model/access.ts';
import { type Network, parseNetwork } from '../../platform/outbound/address.ts';
import { chains, type EvmChain } from '../../utility/chains/chain.ts';
import type { RpcUrls } from '../../utility/chains/chains.ts';
import { cacheHome, optional, setting } from './define.ts';

function rpc(env: string, { name, publicNodes }: EvmChain) {
  const description = `JSON-RPC endpoints of ${name}, tried in turn: https://…,…`;
  return setting<readonly string[]>(env, httpUrls, publicNodes, description, { secret: true });
}

/** External services: DNS, models, chains and registries. */
export const upstreams = {
  dnsServers: optional('KITH_DNS_SERVERS', list, 'DNS servers for outbound lookups: ip[:port],…', {
    fallbackText: "the system's",
  }),
  outboundAllow: setting<Network[]>(
    'KITH_OUTBOUND_ALLOW',
    (raw) => list(raw).map(parseNetwork),
    [],
    'Private networks (CIDR,…) that outbound calls may reach, for example 127.0.0.1/32 for local development.',
  ),
  llmProvider: optional(
    'KITH_LLM_PROVIDER',
    choiceOf(...providers),
    `Provider of the language model that writes digests and scripts: ${providers.join(', ')}.`,
    { fallbackText: 'none: digests consist of quotations' },
  ),
  llmBaseUrl: optional(
    'KITH_LLM_BASE_URL',
    httpUrl,
    'Base URL of the model, required for openai-compatible; a private address also needs KITH_OUTBOUND_ALLOW.',
    { fallbackText: "the provider's own" },
  ),
  llmModel: optional('KITH_LLM_MODEL', text, 'Model name at the provider.', { fallbackText: 'none' }),
  llmKey: optional('KITH_LLM_KEY', text, 'API key of the model provider.', {
    fallbackText: 'none',
    secret: true,
  }),
  payeeWallet: optional(
    'KITH_PAYEE_WALLET',
    solanaAddress,
    'The Solana wallet that receives payments in USDC; it must have a USDC token account.',
    { fallbackText: 'none: payments are off' },
  ),
  facilitatorUrl: optional(
    'KITH_FACILITATOR_URL',
    httpUrl,
    'The x402 facilitator that verifies and settles.',
    {
      fallbackText: 'none: payments are off',
    },
  ),
  solanaRpc: setting(
    'KITH_RPC_SOLANA',
    httpUrl,
    'https://api.mainnet-beta.solana.com',
    'Solana JSON-RPC endpoint, used at start to check the payee account and when a settlement outcome is unknown.',
  ),
  rpcEth: rpc('KITH_RPC_ETH', chains.eth),
  rpcBase: rpc('KITH_RPC_BASE', chains.base),
  rpcArbitrum: rpc('KITH_RPC_ARBITRUM', chains.arbitrum),
  rpcOptimism: rpc('KITH_RPC_OPTIMISM', chains.optimism),
  rpcPolygon: rpc('KITH_RPC_POLYGON', chains.polygon),
  viesUrl: setting(
    'KITH_VIES_URL',
    httpUrl,
    'https://ec.europa.eu/taxation_customs/vies/rest-api',
    'The REST address of the EU VAT registry.',
  ),
  rdapBootstrapUrl: setting(
    'KITH_RDAP_BOOTSTRAP_URL',
    httpUrl,
    'https://data.iana.org/rdap/dns.json',
    'RDAP bootstrap file: the RDAP server of each top-level domain (RFC 9224).',
  ),
  geoDir: setting(
    'KITH_GEO_DIR',
    text,
    path.join(cacheHome(), 'kith', 'geo'),
    'Directory of the city data of ip-geo (134 MB, downloaded once, by the first call). Until then, countries alone are known.',
    { fallbackText: 'kith/geo in the cache directory of the user' },
  ),
  witnesses: setting<WitnessAddress[]>(
    'KITH_WITNESSES',
    witnessList,
    [],
    'Witnesses that cosign the checkpoints of the ledger, with their submission addresses: <vkey>@https://…,…',
    { fallbackText: 'none: only this city signs checkpoints' },
  ),
};

/** RPC nodes per chain. */
export const toRpcUrls = (config: SettingValues<typeof upstreams>): RpcUrls => ({
  eth: config.rpcEth,
  base: config.rpcBase,
  arbitrum: config.rpcArbitrum,
  optimism: config.rpcOptimism,
  polygon: config.rpcPolygon,
});
