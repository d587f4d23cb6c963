import { Type } from 'typebox';
import { isJsonObject, jsonDecoder } from '../../../platform/decode.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { fetchJson } from './mediawiki.ts';

/** A figure of an item, with its unit and year. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
  readonly year: number | undefined;
}

/** A subject's Wikidata facts that scripts use. */
export interface ItemFacts {
  readonly label: string;
  readonly population?: Figure | undefined;
  readonly area?: Figure | undefined;
  readonly inception?: string | undefined;
  readonly place?: { readonly lat: number; readonly lon: number } | undefined;
  /** ISO 3166-1 alpha-2 code, if the item is a country. */
  readonly countryCode?: string | undefined;
}

const units: Readonly<Record<string, string>> = { Q712226: 'km²', Q25343: 'm²' };
const squareMetres = 'Q25343';

const decodeEntities = jsonDecoder(
  Type.Object({ entities: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
);

/** Structured facts of items, by the Wikibase API. */
export class Wikidata {
  readonly #base: string;
  readonly #outbound: Pick<Outbound, 'fetch'>;

  constructor(url: string, outbound: Pick<Outbound, 'fetch'>) {
    this.#base = url.replace(/\/(?:w\/api\.php|w|wiki)?\/*$/, '');
    this.#outbound = outbound;
  }

  async items(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, ItemFacts>> {
    if (ids.length === 0) return new Map();
    const parameters = new URLSearchParams({
      action: 'wbgetentities',
      format: 'json',
      ids: ids.slice(0, 50).join('|'),
      props: 'labels|claims',
      languages: 'en',
    });
    const url = `${this.#base}/w/api.php?${parameters}`;
    const answer = await fetchJson(this.#outbound, url, decodeEntities, signal);
    return new Map(
      Object.entries(answer?.entities ?? {}).flatMap(([id, entity]) =>
        isJsonObject(entity) && !('missing' in entity) ? [[id, collectFacts(entity)] as const] : [],
      ),
    );
  }
}

function collectFacts(entity: Record<string, unknown>): ItemFacts {
  const labels = isJsonObject(entity.labels) && isJsonObject(entity.labels.en) ? entity.labels.en : {};
  const claims = isJsonObject(entity.claims) ? entity.claims : {};
  const code = claimValue(bestClaim(claims, 'P297'));
  return {
    label: typeof labels.value === 'string' ? labels.value : '',
    population: parseFigure(bestClaim(claims, 'P1082')),
    area: parseFigure(bestClaim(claims, 'P2046')),
    inception: parseDate(claimValue(bestClaim(claims, 'P571'))),
    place: parsePlace(claimValue(bestClaim(claims, 'P625'))),
    countryCode: typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : undefined,
  };
}

/** The preferred statement, otherwise the latest by point in time; never a deprecated one. */
function bestClaim(claims: Record<string, unknown>, property: string): Record<string, unknown> | undefined {
  const all = claims[property];
  const usable = (Array.isArray(all) ? all : []).filter(
    (claim: unknown): claim is Record<string, unknown> =>
      isJsonObject(claim) &&
      claim.rank !== 'deprecated' &&
      isJsonObject(claim.mainsnak) &&
      claim.mainsnak.snaktype === 'value',
  );
  const preferred = usable.filter(({ rank }) => rank === 'preferred');
  return (preferred.length > 0 ? preferred : usable).sort((a, b) => timeKey(b) - timeKey(a))[0];
}

function claimValue(claim: Record<string, unknown> | undefined): unknown {
  const snak = claim?.mainsnak;
  return isJsonObject(snak) && isJsonObject(snak.datavalue) ? snak.datavalue.value : undefined;
}

const parseTime = (claim: Record<string, unknown> | undefined): string => {
  const qualifiers = isJsonObject(claim?.qualifiers) ? claim.qualifiers.P585 : undefined;
  const snak: unknown = Array.isArray(qualifiers) ? qualifiers[0] : undefined;
  const value = isJsonObject(snak) && isJsonObject(snak.datavalue) ? snak.datavalue.value : undefined;
  return isJsonObject(value) && typeof value.time === 'string' ? value.time : '';
};

/** Month and day may be 00, so it cannot be parsed as a date. */
function timeKey(claim: Record<string, unknown>): number {
  const found = /^([+-]\d+)-(\d\d)-(\d\d)/.exec(parseTime(claim));
  return found
    ? Number(found[1]) * 10_000 + Number(found[2]) * 100 + Number(found[3])
    : Number.NEGATIVE_INFINITY;
}

function parseFigure(claim: Record<string, unknown> | undefined): Figure | undefined {
  const value = claimValue(claim);
  if (!isJsonObject(value) || typeof value.amount !== 'string') return undefined;
  const amount = Number(value.amount);
  if (!Number.isFinite(amount)) return undefined;
  const id = typeof value.unit === 'string' ? (value.unit.split('/').pop() ?? '') : '';
  const year = /^\+(\d+)-/.exec(parseTime(claim))?.[1];
  const isSmall = id === squareMetres;
  return {
    value: isSmall ? amount / 1_000_000 : amount,
    unit: isSmall ? 'km²' : (units[id] ?? ''),
    year: year === undefined ? undefined : Number(year),
  };
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function parseDate(value: unknown): string | undefined {
  if (!isJsonObject(value) || typeof value.time !== 'string') return undefined;
  const found = /^([+-])0*(\d+)-(\d\d)-(\d\d)/.exec(value.time);
  if (!found) return undefined;
  const [, sign, year = '', month = '', day = ''] = found;
  const precision = typeof value.precision === 'number' ? value.precision : 9;
  const era = sign === '-' ? ' BC' : '';
  if (precision < 9) return undefined;
  const name = months[Number(month) - 1];
  if (precision >= 11 && name && Number(day) > 0) return `${Number(day)} ${name} ${year}${era}`;
  return precision >= 10 && name ? `${name} ${year}${era}` : `${year}${era}`;
}

function parsePlace(value: unknown): { lat: number; lon: number } | undefined {
  if (!isJsonObject(value) || typeof value.latitude !== 'number' || typeof value.longitude !== 'number')
    return undefined;
  // Other celestial bodies have coordinates too.
  if (typeof value.globe === 'string' && !value.globe.endsWith('/Q2')) return undefined;
  return { lat: value.latitude, lon: value.longitude };
}
