import type { PlainObject, PlainValue } from './plain-object.ts';
import { type RichResultRule, richResultRules } from './rich-result-rules.ts';
import type { StructuredItem } from './structured-item.ts';

export interface RichResult {
  type: string;
  /** Index of the item, from 0. */
  item: number;
  /** All required properties are present and valid. */
  eligible: boolean;
  missing_required: string[];
  missing_recommended: string[];
  invalid: { property: string; value: string; reason: string }[];
  note: string | null;
}

const ruleByType = new Map(
  richResultRules.flatMap((rule) => [rule.type, ...rule.also].map((type) => [type, rule])),
);
const dates = new Set(
  'datePublished dateModified uploadDate startDate endDate datePosted validThrough priceValidUntil dateCreated validFrom previousStartDate expires'.split(
    ' ',
  ),
);
const numbers = new Set('price lowPrice highPrice ratingValue ratingCount reviewCount position'.split(' '));
const durations = new Set('cookTime prepTime totalTime duration performTime'.split(' '));
const isoDate = /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/i;
const isoDuration = /^P(?=\d|T)(?:\d+(?:\.\d+)?[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/i;
const maxInvalid = 20;
const maxChecked = 5_000;

/**
 * Checks each item of a type that search engines show as a rich result. References by id are followed. `ignored`: items of scripts
 * that are not JSON, which search engines do not read.
 */
export function richResults(
  objects: readonly PlainObject[],
  items: readonly StructuredItem[],
  ignored: ReadonlySet<StructuredItem>,
): RichResult[] {
  const byId = new Map(objects.flatMap((each) => (each.id ? [[each.id, each] as const] : [])));
  return objects.flatMap((object, item) => {
    const type = [object.type ?? [], object.types ?? []].flat().find((each) => ruleByType.has(each));
    const rule = type && ruleByType.get(type);
    if (!type || !rule) return [];
    const result = judge(object, { type, item, rule, byId });
    const source = items[item];
    if (!source) return [result];
    if (!hasVocabulary(source)) result.missing_required.unshift('@context');
    if (ignored.has(source)) result.note = 'The script is not valid JSON: search engines ignore it.';
    return [{ ...result, eligible: result.eligible && hasVocabulary(source) && !ignored.has(source) }];
  });
}

/** Whether the types of JSON-LD are those of schema.org, by their context or their full names. */
const hasVocabulary = ({ format, data }: StructuredItem): boolean =>
  format !== 'json-ld' || /schema\.org/i.test(JSON.stringify([data['@context'] ?? '', data['@type'] ?? '']));

interface CheckedItem {
  readonly type: string;
  readonly item: number;
  readonly rule: RichResultRule;
  readonly byId: ReadonlyMap<string, PlainObject>;
}

function judge(object: PlainObject, { type, item, rule, byId }: CheckedItem): RichResult {
  const follow = (value: PlainValue): PlainValue =>
    typeof value === 'string' ? (byId.get(value) ?? value) : value;
  const isLacking = (path: string) => isMissing(object, path.split('.'), follow);
  const missing_required = rule.required.filter(isLacking);
  const invalid = findFaults(object);
  return {
    type,
    item,
    eligible: missing_required.length === 0 && invalid.length === 0,
    missing_required,
    missing_recommended: rule.recommended.filter(isLacking),
    invalid,
    note: rule.note,
  };
}

/**
 * Whether an object on the path lacks the last property. If the path itself is missing, its own rule reports
 * that.
 */
function isMissing(
  object: PlainObject,
  [first = '', ...rest]: readonly string[],
  resolveReference: (value: PlainValue) => PlainValue,
): boolean {
  const values = first
    .split('|')
    .flatMap((name) => object.properties[name] ?? [])
    .filter((value) => typeof value !== 'string' || value.trim() !== '');
  if (rest.length === 0) return values.length === 0;
  return values.some((value) => {
    const target = resolveReference(value);
    // Text in place of an object, such as an author's name, has no properties; a bare reference may be
    // defined elsewhere.
    if (typeof target !== 'object' || (target.id && Object.keys(target.properties).length === 0))
      return false;
    return isMissing(target, rest, resolveReference);
  });
}

function findFaults(top: PlainObject): RichResult['invalid'] {
  const found: RichResult['invalid'] = [];
  const pending: { object: PlainObject; path: string }[] = [{ object: top, path: '' }];
  let checkedCount = 0;
  for (let each = pending.pop(); each && checkedCount < maxChecked; each = pending.pop()) {
    for (const [name, values] of Object.entries(each.object.properties)) {
      const path = each.path === '' ? name : `${each.path}.${name}`;
      for (const value of values) {
        checkedCount += 1;
        if (typeof value === 'object') {
          pending.push({ object: value, path });
          continue;
        }
        const reason = findFault(name, String(value).trim());
        if (reason && found.length < maxInvalid)
          found.push({ property: path, value: String(value).slice(0, 100), reason });
      }
    }
  }
  return found;
}

function findFault(name: string, value: string): string | null {
  if (value === '') return null;
  if (dates.has(name) && (!isoDate.test(value) || Number.isNaN(Date.parse(value.slice(0, 10)))))
    return 'Not an ISO 8601 date.';
  if (numbers.has(name) && !/^-?\d+(?:\.\d+)?%?$/.test(value)) return 'Not a number with a dot for decimals.';
  if (name === 'priceCurrency' && !/^[A-Z]{3}$/.test(value)) return 'Not a code of ISO 4217, such as EUR.';
  if (durations.has(name) && !isoDuration.test(value)) return 'Not an ISO 8601 duration, such as PT30M.';
  return null;
}
