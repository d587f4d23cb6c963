/** A document without its DOCTYPE, and the plain entities it declared. */
export interface DocumentWithoutDoctype {
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
