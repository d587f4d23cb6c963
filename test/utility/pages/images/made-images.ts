import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of RGBA rows, with the filter of each row (0 to 4) applied as an encoder does. */
function madePng(rows: readonly (readonly (readonly number[])[])[], filters: readonly number[] = []): Buffer {
  const width = rows[0]?.length ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 6, 0, 0, 0], 8);
  let before: number[] = new Array(width * 4).fill(0);
  const packed = rows.map((row, y) => {
    const raw = row.flat();
    const filter = filters[y] ?? 0;
    const filtered = raw.map((value, at) => {
      const [left, up, corner] = [raw[at - 4] ?? 0, before[at] ?? 0, at >= 4 ? (before[at - 4] ?? 0) : 0];
      const guess = left + up - corner;
      const near = [left, up, corner].toSorted((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0] ?? 0;
      return (value - ([0, left, up, (left + up) >> 1, near][filter] ?? 0)) & 0xff;
    });
    before = raw;
    return Buffer.from([filter, ...filtered]);
  });
  const data = deflateSync(Buffer.concat(packed));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An image of two colours, the first on the left. */
export const twoColors = (
  width: number,
  height: number,
  left: readonly number[],
  right: readonly number[],
  filters?: readonly number[],
): Buffer =>
  madePng(
    Array.from({ length: height }, () =>
      Array.from({ length: width }, (_, x) => (x < width * 0.75 ? left : right)),
    ),
    filters,
  );
