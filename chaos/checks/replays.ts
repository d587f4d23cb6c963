import { isDeepStrictEqual } from 'node:util';
import type { Callers } from '../load/caller.ts';
import { isAcknowledged, type Operation } from '../load/operation.ts';

const perKind = 10;
/** Uploads are content-addressed, so they need no idempotency key. */
const withoutKey = ['upload'];

/** Repeats some operations of each kind: each must get its first response and have no second effect. */
export async function checkReplays(callers: Callers, operations: readonly Operation[]): Promise<string[]> {
  const problems: string[] = [];
  const keyed = operations.filter((each) => isAcknowledged(each) && !withoutKey.includes(each.kind));
  for (const ofKind of Map.groupBy(keyed, ({ kind }) => kind).values()) {
    const step = Math.max(1, Math.floor(ofKind.length / perKind));
    for (const operation of ofKind.filter((_, n) => n % step === 0).slice(0, perKind)) {
      const again = await callers.call(operation.call);
      const isReplay = again?.headers['idempotency-replayed'] === 'true';
      if (!again || !isReplay || !isSameJson(again.text, operation.answer))
        problems.push(`${operation.mark}: sent again it was answered ${again?.status} ${again?.text}`);
    }
  }
  return problems;
}

const isSameJson = (one: string, other = ''): boolean =>
  isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
