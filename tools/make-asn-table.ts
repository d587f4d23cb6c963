import { readFileSync, writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';
import ipaddr from 'ipaddr.js';

/**
 * `node tools/make-asn-table.ts <asn-ipv4.csv> <asn-ipv6.csv> <as_of>`: writes src/utility/registries/geo/asn-table.br from the CSV
 * files of the npm package @ip-location-db/asn (64 MB unpacked, which is why it is not a dependency).
 *
 * After decompression: four big-endian counts (IPv4 ranges, IPv6 ranges, names, bytes of the JSON that follows), the
 * JSON `{as_of, names: [[asn, name]…]}`, then for each family the starts of its ranges (32 bits, or the upper 64) and
 * the index of each range's name, 24 bits. A range ends where the next begins; index 0 is nobody's.
 */
const [v4 = '', v6 = '', asOf = ''] = process.argv.slice(2);
const names: [number, string][] = [[0, '']];
const known = new Map<string, number>();

const ranges = [v4, v6].map((file) => {
  const starts: bigint[] = [];
  const owners: number[] = [];
  const push = (start: bigint, owner: number) => {
    if (owners.at(-1) === owner) return;
    if (starts.at(-1) === start) owners[owners.length - 1] = owner;
    else {
      starts.push(start);
      owners.push(owner);
    }
  };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, from, to, asn, name = ''] = /^([^,]+),([^,]+),(\d+),(.*)$/.exec(line.trim()) ?? [];
    if (!from || !to || !asn) continue;
    push(toUpperBits(from), indexOf(Number(asn), name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')));
    push(toUpperBits(to) + 1n, 0);
  }
  return { starts, owners };
});

function indexOf(asn: number, name: string): number {
  const key = `${asn} ${name}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  known.set(key, names.push([asn, name]) - 1);
  return names.length - 1;
}

function toUpperBits(address: string): bigint {
  const bytes = ipaddr
    .parse(address)
    .toByteArray()
    .slice(0, isIPv4(address) ? 4 : 8);
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

const json = Buffer.from(JSON.stringify({ as_of: asOf, names }));
const [four, six] = ranges as [(typeof ranges)[0], (typeof ranges)[0]];
const header = Buffer.alloc(16);
for (const [index, count] of [four.starts.length, six.starts.length, names.length, json.length].entries())
  header.writeUInt32BE(count, index * 4);
const parts = [header, json];
for (const { starts, owners } of ranges) {
  const width = starts === four.starts ? 4 : 8;
  const bytes = Buffer.alloc(starts.length * (width + 3));
  for (const [index, start] of starts.entries()) {
    if (width === 4) bytes.writeUInt32BE(Number(start % 2n ** 32n), index * 4);
    else bytes.writeBigUInt64BE(start, index * 8);
    bytes.writeUIntBE(owners[index] ?? 0, starts.length * width + index * 3, 3);
  }
  parts.push(bytes);
}
const whole = Buffer.concat(parts);
const packed = brotliCompressSync(whole, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync('src/utility/registries/geo/asn-table.br', packed);
process.stdout.write(`${names.length} networks, ${packed.length} bytes\n`);
