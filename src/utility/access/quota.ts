import { Type } from 'typebox';
import type { Quota } from './quota-use.ts';

/** Free quota per key. */
export const freeQuota = { free_calls_per_day: 100, free_videos: 1 } as const;

/** A key's free skill calls per UTC day. */
export const keyCalls: Quota = { name: 'skill-calls', max: freeQuota.free_calls_per_day };

/** Free calls per network and UTC day for callers without a key. */
export const trialCallsPerDay = 20;

export const quotaSchema = Type.Object({
  free_calls_per_day: Type.Integer({ description: 'Skill calls; resets each UTC day.' }),
  free_videos: Type.Integer(),
});
