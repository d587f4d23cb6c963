import { inflateSync } from 'node:zlib';
import { toHex } from './color.ts';

const maxPixels = 2_000_000;
const channelsByType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const minShare = 0.03;
const maxColors = 5;

export interface ColorShare {
  readonly color: string;
  readonly share: number;
}

/** Main colours of a non-interlaced PNG with 8 bits per channel; empty for other PNGs and truncated ones. */
export function pngColors(source: Uint8Array): ColorShare[] {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const image = decodePixels(bytes);
  return image ? mainColors(image) : [];
}

interface Pixels {
  readonly rows: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly colors: (
    row: Buffer,
    at: number,
  ) => readonly [red: number, green: number, blue: number, alpha: number];
}

function decodePixels(bytes: Buffer): Pixels | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth, type, , , interlaced] = bytes.subarray(24, 29);
  const channels = channelsByType[type ?? -1];
  if (depth !== 8 || interlaced || !channels || width * height > maxPixels || width * height === 0)
    return null;
  const data: Buffer[] = [];
  let palette: Buffer = Buffer.alloc(0);
  let clear: Buffer = Buffer.alloc(0);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') data.push(chunk);
    else if (name === 'PLTE') palette = chunk;
    else if (name === 'tRNS') clear = chunk;
    at += 12 + length;
  }
  const size = height * (1 + width * channels);
  try {
    const rows = inflateSync(Buffer.concat(data), { maxOutputLength: size });
    if (rows.length < size) return null;
    return { rows, width, height, channels, colors: colorsBy(type ?? 0, palette, clear) };
  } catch {
    return null;
  }
}

function colorsBy(type: number, palette: Buffer, clear: Buffer): Pixels['colors'] {
  const byte = (row: Buffer, at: number) => row[at] ?? 0;
  if (type === 2) return (row, at) => [byte(row, at), byte(row, at + 1), byte(row, at + 2), 255];
  if (type === 6)
    return (row, at) => [byte(row, at), byte(row, at + 1), byte(row, at + 2), byte(row, at + 3)];
  if (type === 3) {
    return (row, at) => {
      const entry = byte(row, at);
      return [
        byte(palette, entry * 3),
        byte(palette, entry * 3 + 1),
        byte(palette, entry * 3 + 2),
        clear[entry] ?? 255,
      ];
    };
  }
  const alpha = type === 4;
  return (row, at) => [byte(row, at), byte(row, at), byte(row, at), alpha ? byte(row, at + 1) : 255];
}

/** Reverses the filter of a row in place, using the previous row. */
function unfilter(filter: number, row: Buffer, before: Buffer | null, channels: number): void {
  for (let at = 0; at < row.length; at += 1) {
    const left = at >= channels ? (row[at - channels] ?? 0) : 0;
    const up = before?.[at] ?? 0;
    const corner = at >= channels ? (before?.[at - channels] ?? 0) : 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    row[at] = ((row[at] ?? 0) + guess) & 0xff;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function mainColors({ rows, width, height, channels, colors }: Pixels): ColorShare[] {
  const stride = width * channels;
  const buckets = new Map<number, { count: number; sum: [number, number, number] }>();
  let before: Buffer | null = null;
  let seen = 0;
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const row = rows.subarray(start + 1, start + 1 + stride);
    unfilter(rows[start] ?? 0, row, before, channels);
    before = row;
    for (let at = 0; at < stride; at += channels) {
      const [red, green, blue, alpha] = colors(row, at);
      if (alpha < 128) continue;
      seen += 1;
      const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
      const bucket = buckets.get(key);
      if (!bucket) buckets.set(key, { count: 1, sum: [red, green, blue] });
      else {
        bucket.count += 1;
        bucket.sum[0] += red;
        bucket.sum[1] += green;
        bucket.sum[2] += blue;
      }
    }
  }
  return [...buckets.values()]
    .filter(({ count }) => count / seen >= minShare)
    .sort((left, right) => right.count - left.count)
    .slice(0, maxColors)
    .map(({ count, sum }) => ({
      color: toHex(sum.map((each) => each / count)),
      share: Math.round((count / seen) * 100) / 100,
    }));
}
