import { isRecord } from '../../../platform/decode.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { type JsonLdFault, jsonLdBlocks } from './json-ld.ts';
import { microdata } from './microdata.ts';
import { type PlainObject, PlainReader } from './plain-object.ts';
import { rdfa } from './rdfa.ts';
import { type RichResult, richResults } from './rich-results.ts';
import type { StructuredItem } from './structured-item.ts';
import { shortType } from './types.ts';

export interface Structured {
  types: string[];
  items: StructuredItem[];
  /** The items in one shape and the same order; truncated if there are too many. */
  objects: PlainObject[];
  rich_results: RichResult[];
  /** JSON-LD scripts that are not valid JSON as written. */
  invalid: JsonLdFault[];
  errors: string[];
}

const maxItems = 5_000;
const maxPlainValues = 50_000;

export function pageStructured({ page: source }: { page: PageSource }): Structured {
  const page = parsePage(source);
  const errors: string[] = [];
  const invalid: JsonLdFault[] = [];
  const ignored = new Set<StructuredItem>();
  const items = [
    ...fromJsonLd(page, { errors, invalid, ignored }),
    ...microdata(page).map((data) => item('microdata', data.type, { ...data })),
    ...rdfa(page).map((data) => item('rdfa', data['@type'], data)),
  ];
  if (items.length > maxItems) errors.push(`Only the first ${maxItems} of ${items.length} items are shown.`);
  const firstItems = items.slice(0, maxItems);
  const reader = new PlainReader(maxPlainValues);
  const objects: PlainObject[] = [];
  for (const each of firstItems) {
    const object = reader.read(each);
    if (reader.isSpent) {
      errors.push(`Only the first ${objects.length} items are in objects: the page has too many values.`);
      break;
    }
    objects.push(object);
  }
  const types = [...new Set(firstItems.flatMap(listTypes))];
  return {
    types,
    items: firstItems,
    objects,
    rich_results: richResults(objects, firstItems, ignored),
    invalid,
    errors,
  };
}

/** Every top-level object and every member of a graph, with its context. */
function fromJsonLd(
  page: ParsedPage,
  { errors, invalid, ignored }: { errors: string[]; invalid: JsonLdFault[]; ignored: Set<StructuredItem> },
): StructuredItem[] {
  const items: StructuredItem[] = [];
  for (const { value, error, fault } of jsonLdBlocks(page)) {
    if (error) errors.push(error);
    if (fault) invalid.push(fault);
    const first = items.length;
    for (const each of [value].flat(2)) {
      if (!isRecord(each)) continue;
      const { '@graph': graph, ...rest } = each;
      const members = [graph ?? []].flat().filter(isRecord);
      const context = rest['@context'] === undefined ? {} : { '@context': rest['@context'] };
      if (graph === undefined || Object.keys(rest).some((key) => key !== '@context' && key !== '@id')) {
        items.push(item('json-ld', rest['@type'], rest));
      }
      for (const member of members) {
        items.push(item('json-ld', member['@type'], { ...context, ...member }));
      }
    }
    if (fault) for (const each of items.slice(first)) ignored.add(each);
  }
  return items;
}

function item(
  format: StructuredItem['format'],
  type: unknown,
  data: Record<string, unknown>,
): StructuredItem {
  const [first] = [type].flat();
  return { format, type: typeof first === 'string' && first !== '' ? shortType(first) : null, data };
}

function listTypes({ format, data }: StructuredItem): string[] {
  const types = format === 'microdata' ? data.type : data['@type'];
  return [types ?? []]
    .flat()
    .filter((each) => typeof each === 'string' && each !== '')
    .map((each) => shortType(String(each)));
}
