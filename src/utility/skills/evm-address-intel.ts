import { Type } from 'typebox';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { asSkillError } from '../catalogue/errors.ts';
import { skill } from '../catalogue/skill.ts';
import { accountFields, accountOn, accountParams } from '../chains/account.ts';
import { checksummed } from '../chains/address.ts';
import type { ChainReader, Reading } from '../chains/chain-reader.ts';
import { type Chains, nullable } from '../chains/chains.ts';
import { interfacesIn, minimalTarget, type ProxyKind, proxySlots } from '../chains/contract-code.ts';
import { ensNameOf } from '../chains/ens.ts';
import { type RpcOutcome, resultOf } from '../chains/json-rpc.ts';
import { hexData, inUnits, quantity, smallQuantity } from '../chains/quantity.ts';

interface Tools {
  readonly chains: Chains;
}

/** EIP-7702: the code of an account that delegates to a contract. */
const delegation = /^ef0100([0-9a-f]{40})$/;

const proxyKinds: ProxyKind[] = ['eip1967', 'eip1822', 'beacon', 'minimal'];

export const evmAddressIntel = skill<Tools>()({
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
    balance: Type.String({ description: 'In the native coin.' }),
    symbol: Type.String({ description: 'Of the native coin.' }),
    nonce: Type.Integer(),
    delegated_to: Type.Union([Type.String(), Type.Null()], {
      description: 'The contract that acts for this account (EIP-7702).',
    }),
    implementation: Type.Union([Type.String(), Type.Null()], {
      description: 'Where this is a proxy: the contract whose code it runs.',
    }),
    proxy: Type.Unsafe<ProxyKind | null>({
      type: ['string', 'null'],
      enum: [...proxyKinds, null],
      description: 'By which standard it is a proxy; minimal is EIP-1167. Null where none of them was found.',
    }),
    beacon: Type.Union([Type.String(), Type.Null()], {
      description: 'The contract that names the implementation of a beacon proxy.',
    }),
    interfaces: Type.Array(Type.String(), {
      description:
        'Known interfaces whose functions are all in its bytecode; those of a proxy are in its implementation.',
    }),
    ens: Type.Object(
      {
        checked: Type.Boolean({
          description: 'Looked up on Ethereum alone; false too where the nodes failed.',
        }),
        name: nullable.string,
      },
      { description: 'The primary name of the address, which leads back to it.' },
    ),
    block: Type.Integer({ description: 'The head when it was read.' }),
    note: nullable.string,
  }),
  run: async (sent, { chains }, call) => {
    const { reader, fields } = accountOn(chains, sent);
    const account = await reader.read(reading(fields.address), call);
    const ens = fields.chain === 'eth' ? await ensOf(reader, fields.address, call) : notChecked;
    return {
      ...fields,
      type: account.isContract ? ('contract' as const) : ('eoa' as const),
      bytecode_size: account.codeBytes,
      balance_wei: account.balance.toString(),
      balance: inUnits(account.balance, 18),
      symbol: reader.chain.symbol,
      nonce: account.nonce,
      delegated_to: account.delegatedTo,
      implementation: account.implementation,
      proxy: account.proxy,
      beacon: account.beacon,
      interfaces: account.interfaces,
      ens,
      block: account.block,
      note: account.delegatedTo
        ? 'An externally owned account whose code only names the contract it is delegated to (EIP-7702).'
        : null,
    };
  },
});

const notChecked = { checked: false, name: null };

/** Optional part of the response: a failure leaves the rest intact. */
async function ensOf(reader: ChainReader, address: string, call: SkillCall) {
  try {
    return { checked: true, name: await ensNameOf(reader, address, call) };
  } catch (error) {
    call.signal.throwIfAborted();
    if (asSkillError(error) instanceof Refusal) return notChecked;
    throw error;
  }
}

interface Account {
  readonly codeBytes: number;
  readonly isContract: boolean;
  readonly delegatedTo: string | null;
  readonly implementation: string | null;
  readonly proxy: ProxyKind | null;
  readonly beacon: string | null;
  readonly interfaces: string[];
  readonly balance: bigint;
  readonly nonce: number;
  readonly block: number;
}

const reading = (address: string): Reading<Account> => ({
  name: 'account',
  requests: [
    { method: 'eth_getCode', params: [address, 'latest'] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
    { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    { method: 'eth_getStorageAt', params: [address, proxySlots.eip1967, 'latest'], may: 'unsupported' },
    { method: 'eth_blockNumber', params: [] },
    { method: 'eth_getStorageAt', params: [address, proxySlots.eip1822, 'latest'], may: 'fail' },
    { method: 'eth_getStorageAt', params: [address, proxySlots.beacon, 'latest'], may: 'fail' },
  ],
  understand: ([codeAnswer, balance, nonce, slot, block, older, beaconSlot]) => {
    const code = hexData(resultOf(codeAnswer), 'eth_getCode');
    const delegatedTo = delegation.exec(code)?.[1];
    const isContract = code !== '' && !delegatedTo;
    const target = minimalTarget(code);
    const found: [ProxyKind, string | null][] = [
      ['minimal', target ? checksummed(`0x${target}`) : null],
      ['eip1967', isContract ? storedAddress(slot) : null],
      ['eip1822', isContract ? storedAddress(older) : null],
    ];
    const [proxy, implementation] = found.find(([, address]) => address !== null) ?? [null, null];
    const beacon = isContract && !implementation ? storedAddress(beaconSlot) : null;
    return {
      codeBytes: code.length / 2,
      isContract,
      delegatedTo: delegatedTo ? checksummed(`0x${delegatedTo}`) : null,
      implementation,
      proxy: beacon ? 'beacon' : proxy,
      beacon,
      interfaces: isContract ? interfacesIn(code) : [],
      balance: quantity(resultOf(balance), 'eth_getBalance'),
      nonce: smallQuantity(resultOf(nonce), 'eth_getTransactionCount'),
      block: smallQuantity(resultOf(block), 'eth_blockNumber'),
    };
  },
});

/** The address in a storage slot of a contract; null if the slot is empty or holds something else. */
function storedAddress(slot: RpcOutcome | undefined): string | null {
  const stored = slot?.ok ? quantity(slot.result, 'eth_getStorageAt') : 0n;
  return stored > 0n && stored < 1n << 160n
    ? checksummed(`0x${stored.toString(16).padStart(40, '0')}`)
    : null;
}
