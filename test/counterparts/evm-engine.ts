import { createRequire } from 'node:module';

/**
 * Hardhat's EVM engine as its native package exports it. The package with its types installs seven platforms at once
 * (210 MB), so the parts that the chains use are declared here.
 */
export interface EvmEngine {
  readonly EdrContext: new () => EvmContext;
  readonly GENERIC_CHAIN_TYPE: string;
  readonly SpecId: { readonly Prague: number };
  readonly MineOrdering: { readonly Priority: string | number };
  readonly ContractDecoder: { withContracts(config: object): object };
  genericChainProviderFactory(): object;
  l1GenesisState(spec: number): GenesisAccount[];
  l1HardforkToString(spec: number): string;
}

export interface EvmProvider {
  handleRequest(request: string): Promise<{ readonly data: string | object }>;
}

interface EvmContext {
  registerProviderFactory(chainType: string, factory: object): Promise<void>;
  createProvider(
    chainType: string,
    config: EvmConfig,
    logger: object,
    subscriptions: object,
    contractDecoder: object,
  ): Promise<EvmProvider>;
}

interface GenesisAccount {
  readonly address: Uint8Array;
  readonly balance?: bigint;
}

interface EvmConfig {
  readonly allowBlocksWithSameTimestamp: boolean;
  readonly allowUnlimitedContractSize: boolean;
  readonly bailOnCallFailure: boolean;
  readonly bailOnTransactionFailure: boolean;
  readonly blockGasLimit: bigint;
  readonly chainId: bigint;
  readonly networkId: bigint;
  readonly coinbase: Uint8Array;
  readonly genesisState: readonly GenesisAccount[];
  readonly hardfork: string;
  readonly initialBaseFeePerGas: bigint;
  readonly initialBlobGas: { readonly gasUsed: bigint; readonly excessGas: bigint };
  readonly initialParentBeaconBlockRoot: Uint8Array;
  readonly minGasPrice: bigint;
  readonly mining: object;
  readonly observability: object;
  readonly ownedAccounts: readonly string[];
  readonly precompileOverrides: readonly object[];
}

/** Where there is no build for the platform, the tests that need it report so and are skipped. */
export function loadEvmEngine(): { edr: EvmEngine } | { missing: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return { edr: createRequire(import.meta.url)(`@nomicfoundation/edr-${platform}-gnu`) };
  } catch (error) {
    return { missing: `no local EVM chains on ${platform}: ${(error as Error).message}` };
  }
}
