import { decodeUint, selector } from './abi.ts';
import { toChecksumAddress } from './address.ts';
import type { ChainQuery } from './chain-reader.ts';
import { requireResult } from './json-rpc.ts';
import { hexData } from './quantity.ts';

/** The implementation that a beacon reports for its proxies; null if it reports none. */
export const beaconQuery = (beacon: string): ChainQuery<string | null> => ({
  name: 'beacon',
  requests: [
    {
      method: 'eth_call',
      params: [{ to: beacon, data: selector('implementation()') }, 'latest'],
      acceptedError: 'revert',
    },
  ],
  interpret: ([outcome]) => {
    const word = outcome?.ok ? decodeUint(hexData(outcome.result, 'eth_call')) : { reason: '' };
    if (!('value' in word) || word.value === 0n || word.value >> 160n !== 0n) return null;
    return toChecksumAddress(`0x${word.value.toString(16).padStart(40, '0')}`);
  },
});

/** The code at an address, in hexadecimal without 0x. */
export const codeQuery = (address: string): ChainQuery<string> => ({
  name: 'code',
  requests: [{ method: 'eth_getCode', params: [address, 'latest'] }],
  interpret: ([code]) => hexData(requireResult(code), 'eth_getCode'),
});
