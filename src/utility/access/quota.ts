import { Type } from 'typebox';
import type { Quota } from './quota-use.ts';

/** The free quota of a key. */
export const freeQuota = { free_calls_per_day: 100, free_videos: 1 } as const;

/** A key's free calls of skills per UTC day. */
export const keyCalls: Quota = { name: 'skill-calls', max: freeQuota.free_calls_per_day };

/** For whoever has no key, by network. */
export const trialCallsPerDay = 20;

export const quotaSchema = Type.Object({
  free_calls_per_day: Type.Integer({ description: 'Skill calls, renewed each UTC day.' }),
  free_videos: Type.Integer(),
});
