import { hashBytes } from './merkle.ts';

/**
 * Identifies a tile of C2SP tlog-tiles: 256 hashes of a level or 256 entries, or the first `width` of them.
 */
export interface TileId {
  /** `entries` for a bundle of entries; otherwise level l holds the roots over 256^l leaves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 256 for a full tile. */
  readonly width: number;
}

export const tileWidth = 256;
const maxLevel = 63;

/** `tile/0/x001/234.p/56`, below the log's prefix. */
export function tilePath({ level, index, width }: TileId): string {
  const partial = width === tileWidth ? '' : `.p/${width}`;
  return `tile/${level}/${indexPath(index)}${partial}`;
}

/** Groups of three digits, all but the last prefixed with an x. */
function indexPath(index: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/\d{3}/g) ?? [];
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** Parses the part after `tile/`; undefined if it is not the canonical form of a tile. */
export function parseTile(level: string, rest: string): TileId | undefined {
  const [, groups, width] = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(rest) ?? [];
  if (groups === undefined || !/^(entries|0|[1-9]\d?)$/.test(level)) return undefined;
  const id: TileId = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  const isTile = (id.level === 'entries' || id.level <= maxLevel) && Number.isSafeInteger(id.index);
  const isOwnSpelling = tilePath(id) === `tile/${level}/${rest}`;
  return isTile && isOwnSpelling && (width === undefined || id.width < tileWidth) ? id : undefined;
}

/** Number of hashes a tile has in a tree of this size. */
function widthIn(size: number, level: TileId['level'], index: number): number {
  const hashes = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth));
}

/**
 * All tiles of one level of a tree, starting with the first that a tree of `from` leaves did not complete.
 */
export function* tilesOfLevel(level: TileId['level'], size: number, from = 0): Generator<TileId> {
  const span = tileWidth ** (level === 'entries' ? 0 : level);
  const hashes = Math.floor(size / span);
  const first = Math.floor(Math.floor(from / span) / tileWidth);
  for (let index = first; index * tileWidth < hashes; index++) {
    const width = Math.min(tileWidth, hashes - index * tileWidth);
    const isKnown = from > 0 && widthIn(from, level, index) === width;
    if (!isKnown) yield { level, index, width };
  }
}

/** Every tile that a tree of `size` leaves has and one of `from` leaves does not. */
export function* listTiles(size: number, from = 0): Generator<TileId> {
  yield* tilesOfLevel('entries', size, from);
  for (let level = 0; tileWidth ** level <= size; level++) yield* tilesOfLevel(level, size, from);
}

const lengthBytes = 2;
const maxEntryBytes = 65_535;

/** Concatenated entries, each with a 16-bit big-endian length. */
export function encodeBundle(lines: readonly string[]): Buffer {
  const parts = lines.map((line) => {
    const bytes = Buffer.byteLength(line);
    if (bytes > maxEntryBytes) throw new RangeError(`an entry of ${bytes} bytes is too large for a bundle`);
    const part = Buffer.allocUnsafe(lengthBytes + bytes);
    part.writeUInt16BE(bytes, 0);
    part.write(line, lengthBytes);
    return part;
  });
  return Buffer.concat(parts);
}

/** Undefined if the bytes are not exactly `count` entries. */
export function decodeBundle(bytes: Buffer, count: number): Buffer[] | undefined {
  const entries: Buffer[] = [];
  let at = 0;
  for (; at + lengthBytes <= bytes.length && entries.length < count; ) {
    const end = at + lengthBytes + bytes.readUInt16BE(at);
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(at + lengthBytes, end));
    at = end;
  }
  return at === bytes.length && entries.length === count ? entries : undefined;
}

/** The hashes of a tile; undefined if the bytes are not exactly `width` hashes. */
export function decodeHashes(bytes: Buffer, width: number): Buffer[] | undefined {
  if (bytes.length !== width * hashBytes) return undefined;
  return Array.from({ length: width }, (_, i) => bytes.subarray(i * hashBytes, (i + 1) * hashBytes));
}
