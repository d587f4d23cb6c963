import { type Element, isTag } from 'domhandler';
import { findDates } from '../../text/entities/dates.ts';
import { signsOf } from '../../text/entities/signs.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, textOf, walk } from '../tree.ts';

const isMarked = /publish|(?:^|[^a-z])date(?:$|[^a-z])/i;
/** Not of the page itself: what others wrote below it, and links to other pages. */
const isElsewhere = /comment|related|sidebar|widget/i;
const elsewhere = new Set(['script', 'style', 'template', 'aside', 'nav']);
const maxChars = 100;

/**
 * The date that a reader sees: the first one in an element that is marked as a date, where it is written so
 * that day and month cannot be swapped.
 */
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
    const [only, ...others] = findDates(text, signsOf(text).digits);
    if (only && others.length === 0 && !only.ambiguous) return only.text;
  }
  return null;
}
