import { Type } from 'typebox';

/** What a key is given for nothing. */
export const freeQuota = { free_calls_per_day: 100, free_videos: 1 } as const;

/** For whoever has no key, by network. */
export const tasteCallsPerDay = 20;

export const quotaSchema = Type.Object({
  free_calls_per_day: Type.Integer({ description: 'Skill calls, renewed each UTC day.' }),
  free_videos: Type.Integer(),
});
