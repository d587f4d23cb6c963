type RlpItem = bigint | string | readonly RlpItem[];

/** Encodes a list with Ethereum's recursive length prefix: numbers, bytes in hexadecimal without 0x, and nested lists. */
export const rlpList = (items: readonly RlpItem[]): string => {
  const body = items.map(encode).join('');
  return prefix(body, 0xc0) + body;
};

function encode(item: RlpItem): string {
  if (typeof item === 'bigint') return encode(item === 0n ? '' : padToBytes(item.toString(16)));
  if (typeof item !== 'string') return rlpList(item);
  const hex = item.toLowerCase();
  return hex.length === 2 && Number.parseInt(hex, 16) < 0x80 ? hex : prefix(hex, 0x80) + hex;
}

/** Up to 55 bytes the first byte holds the length; beyond that, it holds the number of bytes of the length. */
function prefix(body: string, kind: number): string {
  const bytes = body.length / 2;
  if (bytes <= 55) return (kind + bytes).toString(16).padStart(2, '0');
  const length = padToBytes(bytes.toString(16));
  return (kind + 55 + length.length / 2).toString(16) + length;
}

const padToBytes = (hex: string): string => (hex.length % 2 === 0 ? hex : `0${hex}`);
