import { randomFillSync } from 'node:crypto';

const traceBytes = 16;
const spanBytes = 8;
/** A trace id decides by its last 56 bits in every process; six of their bytes are what a number holds exactly. */
const decidingBytes = 6;
const decidingAt = 9;
const decidingRange = 2 ** (8 * decidingBytes);

/** Random bytes in stock: a call of the generator for each id costs more than the rest of an unrecorded request. */
const stock = Buffer.alloc(4_096);
let used = stock.length;

/** Where the next bytes of the stock are. */
function take(count: number): number {
  if (used + count > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += count;
  return used - count;
}

const hex = (at: number, count: number): string => stock.toString('hex', at, at + count);

export const spanId = (): string => hex(take(spanBytes), spanBytes);

/** The id of a new trace, for `ratio` of all calls; otherwise undefined, and nothing was made for it. */
export function sampledTraceId(ratio: number): string | undefined {
  const at = take(traceBytes);
  const isSampled = stock.readUIntBE(at + decidingAt, decidingBytes) < ratio * decidingRange;
  return isSampled ? hex(at, traceBytes) : undefined;
}

/** What `sampledTraceId` decided for a trace, or would have. */
export const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(2 * decidingAt, 2 * (decidingAt + decidingBytes)), 16) <
  ratio * decidingRange;
