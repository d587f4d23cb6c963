import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { valueOrReason } from '../catalogue/errors.ts';
import { skill } from '../catalogue/skill.ts';
import type { ChainReader } from '../chains/chain-reader.ts';
import { accountFields, accountParams, nullableTypes, readAccountOn } from '../chains/chains.ts';
import { type EnsName, findEnsName } from '../chains/ens.ts';
import {
  accountQuery,
  beaconQuery,
  codeQuery,
  type EvmAccount,
  interfacesIn,
  type ProxyKind,
} from '../chains/evm-account.ts';
import { inUnits } from '../chains/quantity.ts';
import type { SkillTools } from './tools.ts';

const proxyKinds: ProxyKind[] = ['eip1967', 'eip1822', 'zeppelinos', 'beacon', 'minimal', 'safe'];

export const evmAddressIntel = skill<Pick<SkillTools, 'chains'>>()({
  id: 'evm-address-intel',
  priceUsd: '0.005',
  does: 'Whether an address is a contract or an externally owned account, its bytecode size, native balance and nonce, its ENS name, its proxy and its interfaces.',
  params: accountParams,
  value: 'address',
  example: { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chain: 'eth' },
  output: Type.Object({
    ...accountFields,
    type: Type.Unsafe<'contract' | 'eoa'>({ type: 'string', enum: ['contract', 'eoa'] }),
    bytecode_size: Type.Integer({ description: 'In bytes.' }),
    balance_wei: Type.String(),
    balance: Type.String({ description: 'Balance in the native coin.' }),
    symbol: Type.String({ description: 'Symbol of the native coin.' }),
    nonce: Type.Integer(),
    delegated_to: nullable(
      Type.String({ description: 'The contract this account delegates to (EIP-7702).' }),
    ),
    implementation: nullable(Type.String({ description: 'For a proxy: the contract whose code it runs.' })),
    proxy: Type.Unsafe<ProxyKind | null>({
      type: ['string', 'null'],
      enum: [...proxyKinds, null],
      description:
        'Proxy standard: minimal is EIP-1167, zeppelinos the predecessor of EIP-1967, safe a Safe wallet. Null if it is not a known kind of proxy.',
    }),
    beacon: nullable(
      Type.String({ description: 'The contract that names the implementation of a beacon proxy.' }),
    ),
    interfaces: Type.Array(Type.String(), {
      description:
        'Known interfaces whose functions are all in its bytecode or, for a proxy, in that of its implementation.',
    }),
    ens: Type.Object(
      {
        checked: Type.Boolean({
          description:
            'Whether the lookup completed. False on chains other than Ethereum, if the nodes failed, and if the name is stored off-chain.',
        }),
        name: nullable(
          Type.String({
            description: 'The name, normalised (ENSIP-15), if it resolves back to the address.',
          }),
        ),
        reason: nullable(
          Type.String({
            description:
              'Why there is no name: none is claimed, it is not normalised, it mixes scripts, it does not resolve back to the address, or it was not looked up.',
          }),
        ),
      },
      { description: 'The primary name of the address.' },
    ),
    block: Type.Integer({ description: 'The latest block when it was read.' }),
    note: nullableTypes.string,
    not_read: notReadField,
  }),
  run: async (sent, { chains }, call) => {
    const { reader, fields } = readAccountOn(chains, sent);
    const account = await reader.read(accountQuery(fields.address), call);
    const [ens, runs] = await Promise.all([
      fields.chain === 'eth' ? lookUpEnsName(reader, fields.address, call) : otherChain,
      readContractCode(reader, account, call),
    ]);
    return {
      ...fields,
      type: account.isContract ? ('contract' as const) : ('eoa' as const),
      bytecode_size: account.code.length / 2,
      balance_wei: account.balance.toString(),
      balance: inUnits(account.balance, 18),
      symbol: reader.chain.symbol,
      nonce: account.nonce,
      delegated_to: account.delegatedTo,
      implementation: runs.implementation,
      proxy: account.proxy,
      beacon: account.beacon,
      interfaces: runs.interfaces,
      ens: { ...ens },
      block: account.block,
      note: account.delegatedTo
        ? 'An externally owned account whose code only names the contract it is delegated to (EIP-7702).'
        : null,
      not_read: {
        ...(account.proxyUnknown && proxyNotRead(account.proxyUnknown)),
        ...runs.notRead,
        ...(fields.chain === 'eth' && !ens.checked && { ens: ens.reason ?? 'not looked up' }),
      },
    };
  },
});

/** If it is unknown whether a contract is a proxy, it may run code that was not read. */
const proxyNotRead = (reason: string): NotRead =>
  Object.fromEntries(['proxy', 'implementation', 'beacon', 'interfaces'].map((each) => [each, reason]));

const otherChain: EnsName = {
  checked: false,
  name: null,
  reason: 'ENS names are looked up only on Ethereum: use chain=eth',
};

/** Optional part of the response: a failure leaves the rest intact. */
async function lookUpEnsName(reader: ChainReader, address: string, call: SkillCall): Promise<EnsName> {
  const found = await valueOrReason(findEnsName(reader, address, call), call);
  return 'value' in found ? found.value : { checked: false, name: null, reason: found.reason };
}

interface ContractCode {
  readonly implementation: string | null;
  readonly interfaces: string[];
  readonly notRead: NotRead;
}

/** The code that a contract runs: its own and, for a proxy, that of its implementation. */
async function readContractCode(
  reader: ChainReader,
  account: EvmAccount,
  call: SkillCall,
): Promise<ContractCode> {
  const ownInterfaces = account.isContract ? interfacesIn(account.code) : [];
  const target = account.beacon
    ? await valueOrReason(reader.read(beaconQuery(account.beacon), call), call)
    : { value: account.implementation };
  if ('reason' in target)
    return {
      implementation: null,
      interfaces: ownInterfaces,
      notRead: { implementation: target.reason, interfaces: 'the implementation is not known' },
    };
  const implementation = target.value;
  if (implementation === null)
    return {
      implementation,
      interfaces: ownInterfaces,
      notRead: account.beacon ? { implementation: 'the beacon names no implementation' } : {},
    };
  const code = await valueOrReason(reader.read(codeQuery(implementation), call), call);
  if ('reason' in code)
    return { implementation, interfaces: ownInterfaces, notRead: { interfaces: code.reason } };
  const interfaces = [...new Set([...ownInterfaces, ...interfacesIn(code.value)])];
  return { implementation, interfaces, notRead: {} };
}
