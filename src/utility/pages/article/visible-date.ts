import { type Element, isTag } from 'domhandler';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, textOf, walk } from '../tree.ts';
import { isoDate } from './iso-date.ts';
import { writtenDate } from './written-date.ts';

const isMarked =
  /publish|timestamp|dateline|posted-on|(?:^|[^a-z])(?:date|time|meta|info|byline)(?:$|[^a-z])/i;
/** Parts that are not the page itself: comments by others, and links to other pages. */
const isElsewhere = /comment|related|sidebar|widget/i;
const elsewhere = new Set(['script', 'style', 'template', 'aside', 'nav']);
const maxChars = 100;
const isWholeIso = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[-+]\d{2}:?\d{2})?$/i;

/** The date that a reader sees: the first unambiguous date in an element that is marked as a date. */
export function visibleDate(page: ParsedPage): string | null {
  let found: string | null = null;
  walk(page.root, (node) => {
    if (found !== null) return false;
    if (!isTag(node)) return true;
    const marks = `${node.attribs.class ?? ''} ${node.attribs.id ?? ''}`;
    if (elsewhere.has(node.name) || isElsewhere.test(marks)) return false;
    if (isMarked.test(marks)) found = dateIn(node);
    return true;
  });
  return found;
}

function dateIn(element: Element): string | null {
  for (const text of [squeeze(textOf(element)), element.attribs.title ?? '']) {
    if (text.length > maxChars) continue;
    const date = (isWholeIso.test(text) ? isoDate(text) : null) ?? writtenDate(text);
    if (date) return date;
  }
  return null;
}
