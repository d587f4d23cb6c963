import { asRecord, isRecord } from '../../../platform/decode.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { jsonLdBlocks } from '../structured/json-ld.ts';

/** An object of the page's JSON-LD. */
export type JsonLdObject = Readonly<Record<string, unknown>>;

const cache = new WeakMap<ParsedPage, readonly JsonLdObject[]>();

/** The objects of the page's JSON-LD, including those of a graph; parsed once per page. */
export function collectJsonLdObjects(page: ParsedPage): readonly JsonLdObject[] {
  const found = cache.get(page) ?? readJsonLdObjects(page);
  cache.set(page, found);
  return found;
}

function readJsonLdObjects(page: ParsedPage): JsonLdObject[] {
  const blocks = jsonLdBlocks(page).flatMap(({ value }) => [value].flat());
  const all = blocks.flatMap((each) => [each, ...[asRecord(each)['@graph'] ?? []].flat()]);
  return all.filter(isRecord);
}

/** The name of a person or organization, whether it is written as text or as an object. */
export function nameOfObject(value: unknown): string | null {
  const [first] = [value].flat();
  if (typeof first === 'string') return /^https?:/.test(first) ? null : first;
  const [name] = [asRecord(first).name].flat();
  return typeof name === 'string' ? name : null;
}
