import { type Element, isTag } from 'domhandler';
import type { ParsedPage } from '../../pages/parsed-page.ts';
import { rawText, walk } from '../../pages/tree.ts';

/**
 * The tags, attributes and inline scripts of a page without its prose: an article about a technology is not built with it. Links
 * are left out for the same reason, because their URLs consist of titles. Comments are kept, because plugins sign with them.
 */
export function searchableSource(page: ParsedPage, maxChars: number): string {
  const parts: string[] = [];
  let left = maxChars;
  const add = (text: string) => {
    if (left <= 0) return;
    parts.push(text.slice(0, left));
    left -= text.length;
  };
  walk(page.root, (node) => {
    if (left <= 0) return false;
    if (node.type === 'comment') add(`<!--${node.data}-->\n`);
    if (!isTag(node)) return true;
    add(formatTag(node));
    if (node.name === 'style' || (node.name === 'script' && isProgram(node))) add(rawText(node));
    return true;
  });
  return parts.join('');
}

/** Scripts with data repeat the text of the page. */
const isProgram = (script: Element): boolean =>
  /^\s*(?:$|module\b|(?:text|application)\/(?:java|ecma|x-java)script)/i.test(script.attribs.type ?? '') &&
  !rawText(script).trimStart().startsWith('self.__next_f.push');

/** Attributes with text for readers. */
const textAttributes = new Set([
  'alt',
  'title',
  'content',
  'placeholder',
  'aria-label',
  'summary',
  'label',
  'value',
]);

function formatTag({ name, attribs }: Element): string {
  const attributes = Object.entries(attribs)
    .filter(([field]) => !textAttributes.has(field))
    .filter(([field]) => !(field === 'href' && (name === 'a' || name === 'area')))
    .map(([field, value]) => ` ${field}="${value}"`);
  return `<${name}${attributes.join('')}>`;
}
