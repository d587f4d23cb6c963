import { SkillCall } from '../../catalogue/call.ts';
import { unreadableTarget } from '../../catalogue/errors.ts';
import { decodeUint, selector } from '../../chains/abi.ts';
import { readAddress } from '../../chains/address.ts';
import type { ChainKey } from '../../chains/chain.ts';
import type { ChainReader, ChainQuery as Question } from '../../chains/chain-reader.ts';
import type { Chains } from '../../chains/chains.ts';
import { type RpcRequest, requireResult } from '../../chains/json-rpc.ts';
import { hexData, inUnits, quantity, smallQuantity } from '../../chains/quantity.ts';
import type { WatchKind, WatchTarget } from './kind.ts';

/**
 * At this depth below the head a block is hardly ever reorganised; nodes without an archive still have it.
 */
const confirmations: Record<ChainKey, number> = { eth: 6, base: 10, arbitrum: 20, optimism: 10, polygon: 64 };

type SupplyReading = {
  /** In units of the token; null if it does not state its decimals. */
  readonly total_supply: string | null;
  readonly total_supply_raw: string;
  readonly block: number;
};

type WalletReading = {
  readonly balance: string;
  readonly balance_wei: string;
  readonly nonce: number;
  readonly block: number;
};

interface Dependencies {
  readonly chains: Chains;
}

export function tokenSupplyKind({ chains }: Dependencies): WatchKind<SupplyReading> {
  return {
    onChain: true,
    target: (sent) => readAddress(sent, 'target'),
    read: (target, signal) => readSettledBlock(chains, target, signal, supplyAt),
    differs: (current, seen) =>
      current.total_supply_raw === seen.total_supply_raw
        ? undefined
        : `total supply is ${seen.total_supply ?? seen.total_supply_raw}, was ${current.total_supply ?? current.total_supply_raw}`,
    present: (reading) => reading,
  };
}

export function walletKind({ chains }: Dependencies): WatchKind<WalletReading> {
  return {
    onChain: true,
    target: (sent) => readAddress(sent, 'target'),
    read: (target, signal) => readSettledBlock(chains, target, signal, walletAt),
    differs: (current, seen) => {
      const changes = [
        current.balance_wei !== seen.balance_wei && `balance is ${seen.balance}, was ${current.balance}`,
        current.nonce !== seen.nonce && `nonce is ${seen.nonce}, was ${current.nonce}`,
      ].filter(Boolean);
      return changes.length > 0 ? changes.join('; ') : undefined;
    },
    present: (reading) => reading,
  };
}

type QueryAtBlock<T> = (target: string, block: string, reader: ChainReader) => Question<T>;

/** Reads a few blocks below the head, so that nothing a reorganisation undoes is reported. */
async function readSettledBlock<T extends object>(
  chains: Chains,
  { target, chain }: WatchTarget,
  signal: AbortSignal,
  at: QueryAtBlock<T>,
): Promise<T & { block: number }> {
  const reader = chains[chain ?? 'eth'];
  const call = new SkillCall({ signal, maxAgeS: 0 });
  const head = await reader.read(headQuery, call);
  const block = Math.max(0, head - confirmations[reader.chain.key]);
  return { ...(await reader.read(at(target, `0x${block.toString(16)}`, reader), call)), block };
}

const headQuery: Question<number> = {
  name: 'head',
  requests: [{ method: 'eth_blockNumber', params: [] }],
  interpret: ([head]) => smallQuantity(requireResult(head), 'eth_blockNumber'),
};

function supplyAt(
  target: string,
  block: string,
  reader: ChainReader,
): Question<Omit<SupplyReading, 'block'>> {
  const call = (signature: string): RpcRequest => ({
    method: 'eth_call',
    params: [{ to: target, data: selector(signature) }, block],
    acceptedError: 'revert',
  });
  return {
    name: 'watched supply',
    requests: [call('totalSupply()'), call('decimals()')],
    interpret: ([supply, decimals]) => {
      const total = supply?.ok ? decodeUint(hexData(requireResult(supply), 'eth_call')) : undefined;
      if (!total || !('value' in total)) {
        throw unreadableTarget(
          `there is no token with a total supply at ${target} on ${reader.chain.key}`,
          'Send the address of an ERC-20 token, and the chain it lives on.',
        );
      }
      const places = decimals?.ok ? decodeUint(hexData(requireResult(decimals), 'eth_call')) : undefined;
      const known = places && 'value' in places && places.value <= 255n ? Number(places.value) : null;
      return {
        total_supply: known === null ? null : inUnits(total.value, known),
        total_supply_raw: total.value.toString(),
      };
    },
  };
}

function walletAt(target: string, block: string): Question<Omit<WalletReading, 'block'>> {
  return {
    name: 'watched wallet',
    requests: [
      { method: 'eth_getBalance', params: [target, block] },
      { method: 'eth_getTransactionCount', params: [target, block] },
    ],
    interpret: ([balance, nonce]) => {
      const wei = quantity(requireResult(balance), 'eth_getBalance');
      return {
        balance: inUnits(wei, 18),
        balance_wei: wei.toString(),
        nonce: smallQuantity(requireResult(nonce), 'eth_getTransactionCount'),
      };
    },
  };
}
