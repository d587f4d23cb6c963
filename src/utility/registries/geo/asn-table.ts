import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../../platform/decode.ts';

export interface AutonomousSystem {
  readonly asn: number;
  readonly name: string;
}

interface Ranges {
  readonly count: number;
  /** Where the range begins: IPv4 addresses, or the upper 64 bits of IPv6 ones. */
  readonly startAt: (index: number) => bigint;
  readonly ownerAt: (index: number) => number;
}

const decodeHead = jsonDecoder(
  Type.Object({ as_of: Type.String(), names: Type.Array(Type.Tuple([Type.Integer(), Type.String()])) }),
);

/** Which network an address belongs to. The file is made by tools/make-asn-table.ts, which tells its form. */
export class AsnTable {
  readonly asOf: string;
  readonly #names: readonly [number, string][];
  readonly #four: Ranges;
  readonly #six: Ranges;

  constructor(bytes: Buffer) {
    const [four = 0, six = 0, , jsonBytes = 0] = [0, 4, 8, 12].map((at) => bytes.readUInt32BE(at));
    const head = decodeHead(bytes.subarray(16, 16 + jsonBytes));
    if (head === unreadable) throw new Error('the table of networks is damaged: run npm install again');
    this.asOf = head.as_of;
    this.#names = head.names;
    const at = 16 + jsonBytes;
    this.#four = rangesOf(bytes.subarray(at, at + four * 7), four, 4);
    this.#six = rangesOf(bytes.subarray(at + four * 7), six, 8);
  }

  find(ip: string): AutonomousSystem | null {
    const four = isIPv4(ip);
    const hex = Buffer.from(ipaddr.parse(ip).toByteArray().slice(0, 8)).toString('hex');
    const ranges = four ? this.#four : this.#six;
    const [asn, name] = this.#names[ownerOf(ranges, BigInt(`0x${hex}`))] ?? [0, ''];
    return asn === 0 ? null : { asn, name };
  }
}

function rangesOf(bytes: Buffer, count: number, width: 4 | 8): Ranges {
  const owners = count * width;
  return {
    count,
    startAt: (index) =>
      width === 4 ? BigInt(bytes.readUInt32BE(index * 4)) : bytes.readBigUInt64BE(index * 8),
    ownerAt: (index) => bytes.readUIntBE(owners + index * 3, 3),
  };
}

/** The last range that does not begin after the address. */
function ownerOf({ count, startAt, ownerAt }: Ranges, address: bigint): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startAt(middle) <= address) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : ownerAt(low - 1);
}

let loading: Promise<AsnTable> | undefined;

/** Read when first asked for. */
export function asnTable(): Promise<AsnTable> {
  loading ??= readFile(new URL('./asn-table.br', import.meta.url))
    .then(promisify(brotliDecompress))
    .then((bytes) => new AsnTable(bytes));
  return loading;
}
