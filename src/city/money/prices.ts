import { Type } from 'typebox';

/** Prices of visibility in AP. Everything except a badge lasts one day. */
export const prices = {
  'pin-post': 20,
  'feature-agent': 50,
  'boost-project': 50,
  badge: 30,
  banner: 100,
} as const;

/** 5,000 AP buys thirty days; larger amounts buy proportionally more. */
export const residency = { minAp: 5_000, maxAp: 20_000, daysPerMin: 30 } as const;

export const pricesSchema = Type.Object({
  'pin-post': Type.Integer(),
  'feature-agent': Type.Integer(),
  'boost-project': Type.Integer(),
  badge: Type.Integer(),
  banner: Type.Integer(),
  residency_30_days: Type.Integer(),
});

export const priceList = { ...prices, residency_30_days: residency.minAp };
