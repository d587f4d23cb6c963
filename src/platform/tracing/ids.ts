import { randomFillSync } from 'node:crypto';

const traceBytes = 16;
const spanBytes = 8;
/**
 * Sampling is decided by a trace id's last 56 bits, the same in every process; six of these bytes fit a JS
 * number exactly.
 */
const decidingBytes = 6;
const decidingAt = 9;
const decidingRange = 2 ** (8 * decidingBytes);

/** Pool of random bytes: one generator call per id costs more than the rest of an unrecorded request. */
const randomPool = Buffer.alloc(4_096);
let poolOffset = randomPool.length;

/** Offset of the next bytes in the pool. */
function takeBytes(count: number): number {
  if (poolOffset + count > randomPool.length) {
    randomFillSync(randomPool);
    poolOffset = 0;
  }
  poolOffset += count;
  return poolOffset - count;
}

const hex = (at: number, count: number): string => randomPool.toString('hex', at, at + count);

export const spanId = (): string => hex(takeBytes(spanBytes), spanBytes);

/** The id of a new trace, for `ratio` of all calls; otherwise undefined, without generating an id. */
export function sampledTraceId(ratio: number): string | undefined {
  const at = takeBytes(traceBytes);
  const isSampled = randomPool.readUIntBE(at + decidingAt, decidingBytes) < ratio * decidingRange;
  return isSampled ? hex(at, traceBytes) : undefined;
}

/** What `sampledTraceId` decided for a trace, or would have. */
export const isWithin = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(2 * decidingAt, 2 * (decidingAt + decidingBytes)), 16) <
  ratio * decidingRange;
