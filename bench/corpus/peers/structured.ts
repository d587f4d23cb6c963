import microdata from 'microdata-node';
import extractor from 'web-auto-extractor';
import type { Format } from '../structured-data.ts';

const Extractor = extractor.default;

export const names: Readonly<Record<Format, string>> = {
  'json-ld': 'web-auto-extractor',
  microdata: 'microdata-node',
  rdfa: '',
};

/** In the shape of the cases, with and without lists of one; undefined for RDFa, which no peer reads. */
export function objectsOf(format: Format, html: string, base: string): unknown[] | undefined {
  if (format === 'rdfa') return undefined;
  try {
    if (format === 'json-ld') return Object.values(extract(html).jsonld).flat();
    return microdata.toJson(html, { base }).items.flatMap((each) => [each, single(each)]);
  } catch {
    return [];
  }
}

/** Disables its log of unreadable input, which would appear in the table. */
export function extract(html: string) {
  const { log } = console;
  console.log = () => undefined;
  try {
    return new Extractor().parse(html);
  } finally {
    console.log = log;
  }
}

/** Replaces a list of one by its only value. */
function single(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? single(value[0]) : value.map(single);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, single(each)]));
}
