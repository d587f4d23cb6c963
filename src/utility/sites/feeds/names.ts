import { childElements, type XmlElement } from '../../text/xml/xml-tree.ts';

/** Namespaces of modules by their customary prefix; unlisted namespaces belong to other modules. */
const modules: readonly (readonly [RegExp, string])[] = [
  [/purl\.org\/dc\/elements/, 'dc:'],
  [/purl\.org\/dc\/terms/, 'dcterms:'],
  [/purl\.org\/rss\/1\.0\/modules\/content/, 'content:'],
  [/itunes\.com\/dtds\/podcast|www\.itunes\.com/, 'itunes:'],
  [/search\.yahoo\.com\/mrss|tools\.search\.yahoo\.com\/mrss/, 'media:'],
  [/podcastindex\.org\/namespace|podcast-namespace/, 'podcast:'],
  [/w3\.org\/1999\/xhtml/, 'xhtml:'],
  [/feedburner/, 'feedburner:'],
];
const formats =
  /w3\.org\/2005\/atom|purl\.org\/atom\/|purl\.org\/net\/rss|purl\.org\/rss\/1\.0\/$|backend\.userland\.com|blogs\.law\.harvard\.edu|my\.netscape\.com|netscape\.com\/rdf|cyber\.law\.harvard\.edu|channel\.netscape\.com/;
const undeclared: ReadonlySet<string> = new Set([
  'dc',
  'dcterms',
  'content',
  'itunes',
  'media',
  'podcast',
  'xhtml',
]);
const cores: ReadonlySet<string> = new Set(['', 'atom', 'atom10', 'rss', 'a']);

/**
 * Canonical name of an element regardless of its prefix, given the document's own namespace; '' for an
 * element of an unsupported module.
 */
export function fieldKey({ local, namespace }: XmlElement, own = ''): string {
  const known = namespace.toLowerCase();
  if (namespace === own || cores.has(known) || formats.test(known)) return local;
  const module = modules.find(([pattern]) => pattern.test(known));
  if (module) return module[1] + local;
  if (undeclared.has(known)) return `${known}:${local}`;
  return '';
}

/** Child elements by name. */
export class FeedFields {
  readonly #byKey = new Map<string, XmlElement[]>();

  constructor(element: XmlElement, own: string) {
    for (const each of childElements(element)) {
      const key = fieldKey(each, own);
      const same = this.#byKey.get(key);
      if (same) same.push(each);
      else if (key) this.#byKey.set(key, [each]);
    }
  }

  all(...keys: string[]): XmlElement[] {
    return keys.flatMap((key) => this.#byKey.get(key) ?? []);
  }

  /** The first non-empty value under these names. */
  read<T>(keys: readonly string[], reader: (element: XmlElement) => T | null | ''): T | null {
    for (const key of keys) {
      for (const element of this.#byKey.get(key) ?? []) {
        const value = reader(element);
        if (value !== null && value !== '') return value;
      }
    }
    return null;
  }
}
