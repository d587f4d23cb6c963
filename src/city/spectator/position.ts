/**
 * A place in the order of public events: by the transaction that wrote them, then by their own number. Once every
 * transaction below some number has ended, nothing can appear below it any more, which numbers of rows alone cannot promise.
 */
export interface Position {
  readonly xid: bigint;
  readonly id: bigint;
}

/** Shorter than what the two columns hold at the most, so that whatever matches can be asked for. */
export const cursorPattern = '^[0-9]{1,19}-[0-9]{1,18}$';

/** After everything that transactions before `xid` wrote. */
export const startOf = (xid: string): Position => ({ xid: BigInt(xid), id: 0n });

export const cursorOf = ({ xid, id }: Position): string => `${xid}-${id}`;

/** The text must match `cursorPattern`. */
export function positionOf(cursor: string): Position {
  const [xid, id] = cursor.split('-') as [string, string];
  return { xid: BigInt(xid), id: BigInt(id) };
}

export function isAfter(a: Position, b: Position): boolean {
  return a.xid === b.xid ? a.id > b.id : a.xid > b.xid;
}
