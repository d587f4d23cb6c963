import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import { unreadableInput } from '../../workers/failure.ts';

/** Far beyond any genuine document. */
const maxDepth = 1_024;
const maxElements = 500_000;
/** Maximum growth of the text by declared entities. */
const maxExpandedChars = 1_048_576;

export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string;
  /** Local name in lower case. */
  readonly local: string;
  /** Namespace URI; for an undeclared prefix, the prefix itself. */
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
  /** Base URL of its content (xml:base). */
  readonly base: string;
  readonly lang: string | null;
  /** The input ended inside it. */
  isCut?: true;
}

type NamespaceScope = ReadonlyMap<string, string>;

/** Parses real-world XML: malformed documents are read as far as they go. It does not recurse. */
export function parseXml(source: string, base: string): XmlElement {
  const { text, entities } = withoutDoctype(source);
  const root: XmlElement = {
    name: '',
    local: '',
    namespace: '',
    attributes: {},
    children: [],
    base,
    lang: null,
  };
  const open: { element: XmlElement; scope: NamespaceScope }[] = [
    { element: root, scope: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]) },
  ];
  let count = 0;
  let verbatim = false;
  const decode = decoder(entities);
  const parser = new Parser(
    {
      onopentag(name, raw) {
        count += 1;
        if (open.length > maxDepth)
          throw unreadableInput(`The document nests deeper than ${maxDepth} elements.`);
        if (count > maxElements) throw unreadableInput(`The document has more than ${maxElements} elements.`);
        const parent = open.at(-1)!;
        const attributes: Record<string, string> = Object.create(null);
        for (const key of Object.keys(raw)) attributes[key] = decode(raw[key] ?? '');
        const scope = extendScope(attributes, parent.scope);
        const colon = name.indexOf(':');
        const prefix = colon < 0 ? '' : name.slice(0, colon);
        const element: XmlElement = {
          name,
          local: name.slice(colon + 1).toLowerCase(),
          namespace: scope.get(prefix) ?? prefix,
          attributes,
          children: [],
          base: resolveBase(attributes['xml:base'], parent.element.base),
          lang: attributes['xml:lang'] || parent.element.lang,
        };
        parent.element.children.push(element);
        open.push({ element, scope });
      },
      onclosetag: () => void open.pop(),
      oncdatastart: () => {
        verbatim = true;
      },
      oncdataend: () => {
        verbatim = false;
      },
      ontext: (data) => void open.at(-1)?.element.children.push(verbatim ? data : decode(data)),
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.write(text);
  for (const { element } of open) if (element !== root) element.isCut = true;
  parser.end();
  return root;
}

function extendScope(attributes: Readonly<Record<string, string>>, outer: NamespaceScope): NamespaceScope {
  let scope: Map<string, string> | undefined;
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue;
    scope ??= new Map(outer);
    scope.set(key.slice(6), value.trim());
  }
  return scope ?? outer;
}

/** Decodes XML references, HTML references that feeds use undeclared, and declared entities within limits. */
function decoder(entities: ReadonlyMap<string, string>): (text: string) => string {
  let left = maxExpandedChars;
  const inner = (text: string) => (text.includes('&') ? decodeHTML(text) : text);
  return (text) => {
    if (!text.includes('&')) return text;
    return text.replaceAll(/&(#[xX]?[0-9a-fA-F]{1,8}|[a-zA-Z_][\w.-]{0,99});/g, (found, name: string) => {
      const value = entities.get(name);
      if (value === undefined) return decodeHTML(found);
      left -= value.length;
      return left > 0 ? inner(value) : found;
    });
  };
}

function resolveBase(sent: string | undefined, outer: string): string {
  if (!sent) return outer;
  const url = URL.parse(sent.trim(), outer || undefined);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : outer;
}

const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string';

export const childElements = (element: XmlElement): XmlElement[] => element.children.filter(isElement);

/** Finds an attribute by name, ignoring case. */
export function attribute(element: XmlElement, name: string): string | undefined {
  const exact = element.attributes[name];
  if (exact !== undefined) return exact;
  const key = Object.keys(element.attributes).find((each) => each.toLowerCase() === name);
  return key === undefined ? undefined : element.attributes[key];
}

/** All text below an element. */
export function xmlText(top: XmlElement): string {
  const pending: (XmlElement | string)[] = [top];
  let text = '';
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') text += node;
    else for (let i = node.children.length - 1; i >= 0; i -= 1) pending.push(node.children[i]!);
  }
  return text;
}

/** A document without its DOCTYPE, and the plain entities it declared. */
interface DocumentWithoutDoctype {
  readonly text: string;
  readonly entities: ReadonlyMap<string, string>;
}

const maxEntities = 256;
const maxEntityChars = 1_024;
const quotes = new Set(['"', "'"]);

/**
 * Removes the DOCTYPE, whose internal subset lenient parsers mistake for text. Entities keep their literal
 * text: they are never expanded within one another, so no entity bomb is possible, and none is ever fetched.
 */
export function withoutDoctype(text: string): DocumentWithoutDoctype {
  const at = /<!doctype\b/i.exec(text)?.index ?? -1;
  const root = text.search(/<[a-z_]/i);
  if (at < 0 || (root >= 0 && root < at && !isInComment(text, root))) return { text, entities: new Map() };
  const end = endOfDeclaration(text, at);
  return { text: text.slice(0, at) + text.slice(end), entities: readEntityDeclarations(text.slice(at, end)) };
}

const isInComment = (text: string, at: number): boolean =>
  text.lastIndexOf('<!--', at) > text.lastIndexOf('-->', at);

function endOfDeclaration(text: string, start: number): number {
  let quote = '';
  let inner = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote) {
      if (char === quote) quote = '';
    } else if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at);
      at = end < 0 ? text.length : end + 2;
    } else if (quotes.has(char)) quote = char;
    else if (char === '[') inner = true;
    else if (char === ']') inner = false;
    else if (char === '>' && !inner) return at + 1;
  }
  return text.indexOf('>', start) + 1 || text.length;
}

function readEntityDeclarations(doctype: string): Map<string, string> {
  const entities = new Map<string, string>();
  for (const [, name = '', double, single] of doctype.matchAll(
    /<!ENTITY\s{1,20}([\w.-]{1,100})\s{1,20}(?:"([^"]*)"|'([^']*)')/g,
  )) {
    const value = double ?? single ?? '';
    if (value.length <= maxEntityChars && !entities.has(name)) entities.set(name, value);
    if (entities.size >= maxEntities) break;
  }
  return entities;
}
