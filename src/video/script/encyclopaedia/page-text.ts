import { Parser } from 'htmlparser2';

const dropped = new Set([
  'table',
  'style',
  'script',
  'figure',
  'figcaption',
  'sup',
  'math',
  'noscript',
  'template',
]);
const droppedClasses =
  /\b(?:hatnote|navbox|infobox|reference|reflist|mw-empty-elt|metadata|thumb|gallery|noprint|shortdescription|coordinates|IPA|toc|mw-editsection)\b/;
/** Sections after the main text: lists of works and links. */
const endSections =
  /^(?:references|see also|external links|further reading|notes|bibliography|citations|sources|footnotes)$/i;
const voidElements = new Set([
  'br',
  'img',
  'hr',
  'link',
  'meta',
  'input',
  'wbr',
  'area',
  'base',
  'col',
  'source',
  'track',
]);

/** The paragraphs of a page's HTML, without tables, references, boxes or link lists. Scripts are not run. */
export function extractParagraphs(html: string): string[] {
  const paragraphs: string[] = [];
  let depth = 0;
  let skipFrom = 0;
  let paragraph: string | undefined;
  let heading: string | undefined;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (voidElements.has(name)) {
        if (name === 'br' && paragraph !== undefined) paragraph += ' ';
        return;
      }
      depth++;
      if (skipFrom > 0) return;
      if (dropped.has(name) || droppedClasses.test(attributes.class ?? '')) skipFrom = depth;
      else if (name === 'p') paragraph = '';
      else if (name === 'h2') heading = '';
    },
    ontext(text) {
      if (skipFrom > 0) return;
      if (paragraph !== undefined) paragraph += text;
      if (heading !== undefined) heading += text;
    },
    onclosetag(name) {
      if (voidElements.has(name)) return;
      if (skipFrom === depth) skipFrom = 0;
      depth--;
      if (name === 'h2' && heading !== undefined) {
        if (endSections.test(heading.trim())) isOver = true;
        heading = undefined;
      }
      if (name === 'p' && paragraph !== undefined) {
        const text = cleanText(paragraph);
        if (!isOver && text.length >= 20) paragraphs.push(text);
        paragraph = undefined;
      }
    },
  });
  parser.end(html);
  return paragraphs;
}

const cleanText = (text: string): string =>
  text
    .replace(/\[(?:\d+|[a-z]|citation needed|note \d+|update)\]/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:])/g, '$1')
    .trim();
