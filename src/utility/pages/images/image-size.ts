export interface ImageSize {
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

type Reader = (bytes: Buffer) => ImageSize | null;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/**
 * The size in pixels that an image's header states; null if the format is unknown or the data is truncated
 * before it.
 */
export function imageSize(source: Uint8Array): ImageSize | null {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  for (const read of [png, gif, jpeg, webp, ico, avif, bmp, svg]) {
    const size = read(bytes);
    if (size) return size.width > 0 && size.height > 0 ? size : null;
  }
  return null;
}

const png: Reader = (bytes) =>
  bytes.length >= 24 && startsWith(bytes, '\x89PNG\r\n\x1a\n') && startsWith(bytes, 'IHDR', 12)
    ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

const gif: Reader = (bytes) =>
  bytes.length >= 10 && /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))
    ? { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : null;

const bmp: Reader = (bytes) =>
  bytes.length >= 26 && startsWith(bytes, 'BM') && bytes.readUInt32LE(14) >= 40
    ? { type: 'image/bmp', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
    : null;

/** Walks the segments; the first start-of-frame segment holds the size. */
const jpeg: Reader = (bytes) => {
  if (!startsWith(bytes, '\xff\xd8\xff')) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
};

const webp: Reader = (bytes) => {
  if (bytes.length < 30 || !startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return null;
  const type = 'image/webp';
  if (startsWith(bytes, 'VP8X', 12))
    return { type, width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21);
    return { type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (!startsWith(bytes, 'VP8 ', 12)) return null;
  return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
};

/** An icon holds several images; the largest counts. A size of 0 means 256. */
const ico: Reader = (bytes) => {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x00010000) return null;
  let largest = 0;
  let height = 0;
  for (let at = 6; at + 16 <= Math.min(bytes.length, 6 + 16 * bytes.readUInt16LE(4)); at += 16) {
    const width = bytes[at] || 256;
    if (width <= largest) continue;
    largest = width;
    height = bytes[at + 1] || 256;
  }
  return { type: 'image/x-icon', width: largest, height };
};

const avif: Reader = (bytes) => {
  if (!startsWith(bytes, 'ftyp', 4) || !/avif|avis|heic|mif1/.test(bytes.toString('latin1', 8, 32)))
    return null;
  const at = bytes.indexOf('ispe');
  if (at < 0 || at + 16 > bytes.length) return null;
  return { type: 'image/avif', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
};

/** CSS pixels per unit. */
const unitPixels: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
};

/** The size in pixels if stated, otherwise the size of the view box. */
const svg: Reader = (bytes) => {
  const tag = /<svg\b[^>]{0,4000}>/i.exec(bytes.toString('utf8', 0, 16_384))?.[0];
  if (!tag) return null;
  const length = (name: string) => {
    const [, digits, unit = 'px'] =
      new RegExp(
        `\\s${name}\\s*=\\s*["']\\s*(\\d{0,6}(?:\\.\\d{1,9})?)(px|in|cm|mm|q|pt|pc|r?em)?\\s*["']`,
        'i',
      ).exec(tag) ?? [];
    return digits ? Math.round(Number(digits) * (unitPixels[unit.toLowerCase()] ?? 1)) : null;
  };
  const box = /\sviewBox\s*=\s*["']([^"']{1,100})["']/i
    .exec(tag)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = length('width') ?? Math.round(box?.[2] ?? 0);
  const height = length('height') ?? Math.round(box?.[3] ?? 0);
  return Number.isFinite(width) && Number.isFinite(height) ? { type: 'image/svg+xml', width, height } : null;
};
