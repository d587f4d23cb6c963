import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField } from '../catalogue/call.ts';
import { unreadableTarget } from '../catalogue/errors.ts';
import { skill } from '../catalogue/skill.ts';
import { type DecodedValues, decodeText, decodeUint, selector } from '../chains/abi.ts';
import type { ChainQuery } from '../chains/chain-reader.ts';
import { accountFields, accountParams, nullableTypes, readAccountOn } from '../chains/chains.ts';
import { type RpcOutcome, type RpcRequest, requireResult } from '../chains/json-rpc.ts';
import { knownTokens, spoofWarnings } from '../chains/known-tokens.ts';
import { hexData, inUnits, smallQuantity } from '../chains/quantity.ts';
import type { SkillTools } from './tools.ts';

const standards: Standard[] = ['erc20', 'erc721', 'erc1155'];
type Standard = 'erc20' | 'erc721' | 'erc1155';

export const tokenMetadata = skill<Pick<SkillTools, 'chains'>>()({
  id: 'token-metadata',
  priceUsd: '0.005',
  does: 'Name, symbol, decimals and total supply of a token, its standard, and signs of a spoofed name.',
  params: accountParams,
  value: 'address',
  example: { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', chain: 'eth' },
  output: Type.Object({
    ...accountFields,
    standard: Type.Unsafe<Standard | null>({
      type: ['string', 'null'],
      enum: [...standards, null],
      description: 'Null if the contract implements none of them, or if not_read says why it is unknown.',
    }),
    known: Type.Boolean({
      description: 'Whether its address is that of a well-known stable or wrapped token.',
    }),
    warnings: Type.Array(Type.String(), { description: 'Why its name may be a spoof.' }),
    name: nullableTypes.string,
    symbol: nullableTypes.string,
    decimals: nullableTypes.integer,
    total_supply_raw: nullable(Type.String({ description: 'Total supply in the smallest unit.' })),
    total_supply: nullable(
      Type.String({ description: 'In whole tokens; null if the decimals are unknown.' }),
    ),
    block: Type.Integer({ description: 'The latest block when it was read.' }),
    not_read: notReadField,
  }),
  run: async (sent, { chains }, call) => {
    const { reader, fields } = readAccountOn(chains, sent);
    const { address, chain } = fields;
    const token = await reader.read(tokenQuery(address), call);
    if (!token.hasCode) {
      throw unreadableTarget(
        `there is no contract at ${address} on ${chain}`,
        `If the token is on another chain, name the chain: /token-metadata?address=${address}&chain=${chain === 'base' ? 'eth' : 'base'}`,
      );
    }
    const notRead: NotRead = {};
    const valueOrNote = <T>(field: string, decoded: DecodedValues<T>): T | null => {
      if ('value' in decoded) return decoded.value;
      notRead[field] = decoded.reason;
      return null;
    };
    const decimals = valueOrNote('decimals', token.decimals);
    const supply = valueOrNote('total_supply_raw', token.totalSupply);
    const name = valueOrNote('name', token.name);
    const symbol = valueOrNote('symbol', token.symbol);
    if (token.standard === null && token.isForwarding && supply !== null)
      notRead.standard = 'it has a supply but states no decimals, and runs the code of another contract';
    return {
      ...fields,
      standard: token.standard,
      known: knownTokens[chain].some((each) => each.address === address),
      warnings: spoofWarnings(chain, { address, name, symbol }),
      name,
      symbol,
      decimals,
      total_supply_raw: supply?.toString() ?? null,
      total_supply: supply === null || decimals === null ? null : inUnits(supply, decimals),
      block: token.block,
      not_read: notRead,
    };
  },
});

interface Token {
  readonly hasCode: boolean;
  /** Its code passes calls on to another contract, whose functions are not in it. */
  readonly isForwarding: boolean;
  readonly standard: Standard | null;
  readonly name: DecodedValues<string>;
  readonly symbol: DecodedValues<string>;
  readonly decimals: DecodedValues<number>;
  readonly totalSupply: DecodedValues<bigint>;
  readonly block: number;
}

const tokenQuery = (address: string): ChainQuery<Token> => ({
  name: 'token',
  requests: [
    { method: 'eth_getCode', params: [address, 'latest'] },
    ...['name()', 'symbol()', 'decimals()', 'totalSupply()'].map(
      (signature): RpcRequest => ({
        method: 'eth_call',
        params: [{ to: address, data: selector(signature) }, 'latest'],
        acceptedError: 'revert',
      }),
    ),
    { method: 'eth_blockNumber', params: [] },
    ...[erc721, erc1155, noInterface].map(
      (id): RpcRequest => ({
        method: 'eth_call',
        params: [
          { to: address, data: `${selector('supportsInterface(bytes4)')}${id.padEnd(64, '0')}` },
          'latest',
        ],
        acceptedError: 'revert',
      }),
    ),
  ],
  interpret: ([code, name, symbol, decimals, totalSupply, block, is721, is1155, isAny]) => ({
    hasCode: hexData(requireResult(code), 'eth_getCode') !== '',
    isForwarding: hexData(requireResult(code), 'eth_getCode').includes(delegateCall),
    standard: detectStandard({
      is721: isTrue(is721),
      is1155: isTrue(is1155),
      isAny: isTrue(isAny),
      hasSupply: 'value' in decodeOutcome(totalSupply, decodeUint),
      hasAmounts:
        'value' in decodeOutcome(decimals, decodeDecimals) ||
        hexData(requireResult(code), 'eth_getCode').includes(allowance),
    }),
    name: decodeOutcome(name, decodeText),
    symbol: decodeOutcome(symbol, decodeText),
    decimals: decodeOutcome(decimals, decodeDecimals),
    totalSupply: decodeOutcome(totalSupply, decodeUint),
    block: smallQuantity(requireResult(block), 'eth_blockNumber'),
  }),
});

/** Interface ids of EIP-721 and EIP-1155 (EIP-165). */
const erc721 = '80ac58cd';
const erc1155 = 'd9b67a26';
/** EIP-165 reserves this id as never supported: a contract that claims it returns true for every id. */
const noInterface = 'ffffffff';

/** Distinguishes ERC-20 tokens from early collections: `decimals` is optional (EIP-20), `allowance` is required. */
const allowance = selector('allowance(address,address)').slice(2);

/** GAS and DELEGATECALL, as compilers write them. */
const delegateCall = '5af4';

function detectStandard(says: {
  is721: boolean;
  is1155: boolean;
  isAny: boolean;
  hasSupply: boolean;
  hasAmounts: boolean;
}): Standard | null {
  if (says.is721 && !says.isAny) return 'erc721';
  if (says.is1155 && !says.isAny) return 'erc1155';
  return says.hasSupply && says.hasAmounts ? 'erc20' : null;
}

function isTrue(outcome: RpcOutcome | undefined): boolean {
  return outcome?.ok === true && /^0{63}1$/.test(hexData(outcome.result, 'eth_call'));
}

function decodeOutcome<T>(
  outcome: RpcOutcome | undefined,
  decode: (data: string) => DecodedValues<T>,
): DecodedValues<T> {
  if (outcome && !outcome.ok) return { reason: outcome.reason };
  return decode(hexData(requireResult(outcome), 'eth_call'));
}

/** ERC-20 specifies uint8: a larger number is a mistake that would make the supply meaningless. */
function decodeDecimals(data: string): DecodedValues<number> {
  const number = decodeUint(data);
  if ('reason' in number) return number;
  return number.value <= 255n
    ? { value: Number(number.value) }
    : { reason: `its response is more than 255: ${number.value.toString().slice(0, 80)}` };
}
