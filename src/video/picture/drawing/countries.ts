import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FeatureCollection, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;
export type Land = FeatureCollection<Geometry, { name: string }>;

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Common names where Unicode's name is longer or less used. */
const commonNames: Readonly<Record<string, string>> = {
  CD: 'DR Congo',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macau',
  PS: 'Palestine',
  TF: 'French Southern and Antarctic Lands',
  TR: 'Turkey',
  VC: 'Saint Vincent and the Grenadines',
  VI: 'United States Virgin Islands',
};

/** The common English name of a country, by its two-letter ISO 3166 code. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = commonNames[code] ?? regionNames.of(code);
  return name
    ?.replaceAll(' & ', ' and ')
    .replace(/\bSt\. /, 'Saint ')
    .replaceAll('’', "'");
}

let codes: Map<string, string> | undefined;
/** The two-letter code of a country, by any of its English names. */
export function countryCode(name: string): string | undefined {
  codes ??= new Map(
    Object.entries(isoNames()).flatMap(([code, names]) =>
      [names, countryName(code) ?? []].flat().map((each): [string, string] => [each.toLowerCase(), code]),
    ),
  );
  return codes.get(name.toLowerCase());
}

/** The countries that a text names, in its order: "the border of Nepal and China". */
export function countriesIn(text: string): string[] {
  const names = text.match(/\p{Lu}[\p{L}'-]*(?: (?:(?:of|and|the) )*\p{Lu}[\p{L}'-]*)*/gu) ?? [];
  return [...new Set(names.flatMap(codesIn))];
}

/** A run of capitalised words is one name, or several: "Bosnia and Herzegovina", "Nepal and China". */
function codesIn(name: string): string[] {
  const code = countryCode(name);
  if (code !== undefined) return [code];
  return name.split(/ (?:and|of|the) /).flatMap((part) => countryCode(part) ?? []);
}

function isoNames(): Readonly<Record<string, string | string[]>> {
  return require('i18n-iso-countries/langs/en.json').countries;
}

/** Rows of two-letter, three-letter and numeric code. */
const isoCodes = (): readonly [string, string, string][] => require('i18n-iso-countries/codes.json');

const files = {
  '10m': () => require.resolve('world-atlas/countries-10m.json'),
  '50m': () => require.resolve('world-atlas/countries-50m.json'),
};
type Scale = keyof typeof files;

const atlases = new Map<Scale, Land>();
/** Natural Earth's countries (public domain). */
export function countries(scale: Scale): Land {
  const known = atlases.get(scale);
  if (known) return known;
  const atlas: Atlas = JSON.parse(readFileSync(files[scale](), 'utf8'));
  const land = feature(atlas, atlas.objects.countries);
  atlases.set(scale, land);
  return land;
}

/** The shape of a country; undefined for a territory that Natural Earth draws as part of another country. */
export function findLand(code: string, scale: Scale): Land['features'][number] | undefined {
  const numeric = isoCodes().find(([alpha2]) => alpha2 === code)?.[2];
  return numeric === undefined ? undefined : countries(scale).features.find(({ id }) => id === numeric);
}
