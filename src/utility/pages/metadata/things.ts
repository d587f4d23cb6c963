import { asRecord } from '../../../platform/decode.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { jsonLdBlocks } from '../structured/json-ld.ts';

/** An object of the page's JSON-LD. */
export type Thing = Readonly<Record<string, unknown>>;

const known = new WeakMap<ParsedPage, readonly Thing[]>();

/** The objects of the page's JSON-LD, those of a graph included; parsed once per page. */
export function thingsOf(page: ParsedPage): readonly Thing[] {
  const found = known.get(page) ?? readThings(page);
  known.set(page, found);
  return found;
}

function readThings(page: ParsedPage): Thing[] {
  const blocks = jsonLdBlocks(page).flatMap(({ value }) => [value].flat());
  const all = blocks.flatMap((each) => [each, ...[asRecord(each)['@graph'] ?? []].flat()]);
  return all.filter((each): each is Thing => typeof each === 'object' && each !== null);
}

/** The name of a person or organization, whether it is written as text or as an object. */
export function nameOfThing(value: unknown): string | null {
  const [first] = [value].flat();
  if (typeof first === 'string') return /^https?:/.test(first) ? null : first;
  const [name] = [asRecord(first).name].flat();
  return typeof name === 'string' ? name : null;
}
