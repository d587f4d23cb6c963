import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { unreadableInput } from '../../workers/failure.ts';
import { metaTags } from '../metadata/meta.ts';
import { titleElement } from '../metadata/metadata.ts';
import type { PageSource } from '../page-source.ts';
import { parsePage } from '../parsed-page.ts';
import { blockText } from './block-text.ts';

const maxParts = 500;
const maxCardTags = 30;
const maxCardChars = 300;

export interface PageText {
  readonly title: string | null;
  readonly text: string;
  /** What previews of the page show: its og: tags. */
  readonly card: readonly string[];
  /** Number of elements that match the selector. */
  readonly matched: number;
}

/** The text of the elements that match a CSS selector, in document order, without the elements to ignore. */
export function pageText({
  page: source,
  selector,
  ignore,
}: {
  page: PageSource;
  selector: string | null;
  ignore: readonly string[];
}): PageText {
  const page = parsePage(source);
  const { root } = page.standardTree();
  const left = new Set<AnyNode>(ignore.flatMap((each) => select(each, root, 'ignore')));
  const parts = selector === null ? page.standardTree().all('body') : select(selector, root, 'selector');
  const text = parts
    .slice(0, maxParts)
    .map((part) => textWithout(part, left))
    .filter(Boolean)
    .join('\n');
  const card = [...metaTags(page)].filter(([name]) => name.startsWith('og:')).slice(0, maxCardTags);
  return {
    title: titleElement(page),
    text,
    card: card.map(([name, value]) => `${name} ${value.slice(0, maxCardChars)}`),
    matched: parts.length,
  };
}

function select(selector: string, root: AnyNode, field: string): readonly Element[] {
  try {
    return selectAll<AnyNode, Element>(selector, root);
  } catch {
    throw unreadableInput(`${field}: ${selector} is not a CSS selector.`);
  }
}

/** Ignored elements are detached while the text is read and put back afterwards: the tree is shared. */
function textWithout(part: Element, left: ReadonlySet<AnyNode>): string {
  if (left.has(part)) return '';
  const hidden: [Element, string | undefined][] = [];
  for (const each of left) {
    if (!('attribs' in each)) continue;
    hidden.push([each, each.attribs.hidden]);
    each.attribs.hidden = '';
  }
  try {
    return blockText(part, { shown: true });
  } finally {
    for (const [element, value] of hidden) {
      if (value === undefined) delete element.attribs.hidden;
      else element.attribs.hidden = value;
    }
  }
}
