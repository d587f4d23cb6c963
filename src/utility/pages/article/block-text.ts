/** The part of a DOM that text extraction needs; both tree types used here provide it. */
export interface TextNode {
  readonly nodeType: number;
  readonly nodeName?: string;
  readonly name?: string;
  readonly data?: string;
  readonly textContent?: string | null;
  readonly attribs?: Record<string, string>;
  readonly firstChild?: TextNode | null;
  readonly nextSibling: TextNode | null;
  readonly parentNode: TextNode | null;
}

const paragraphs = new Set(
  'address article aside blockquote details dialog dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody tfoot thead tr ul caption'.split(
    ' ',
  ),
);
const hidden = new Set(['script', 'style', 'template', 'noscript', 'head']);
const textType = 3;
const elementType = 1;

/**
 * The text below a node as a reader sees it: each block on its own line, white space collapsed. With `shown`,
 * hidden parts of the page are left out.
 */
export function blockText(top: TextNode, { shown = false } = {}): string {
  const lines: string[] = [];
  let line = '';
  const breakLine = () => {
    const text = line.replaceAll(/[\s\u00a0]+/g, ' ').trim();
    if (text) lines.push(text);
    line = '';
  };
  const breakAround = (node: TextNode) => {
    const tag = (node.name ?? node.nodeName ?? '').toLowerCase();
    if (paragraphs.has(tag) || tag === 'br') breakLine();
    else if (tag === 'td' || tag === 'th') line += ' ';
    return tag;
  };
  let node: TextNode | null = top;
  while (node) {
    let next: TextNode | null = null;
    if (node.nodeType === textType) line += node.data ?? node.textContent ?? '';
    else if (node.nodeType !== elementType || !isHidden(breakAround(node), shown && node) || node === top)
      next = node.firstChild ?? null;
    while (!next && node) {
      if (node.nodeType === elementType) breakAround(node);
      if (node === top) break;
      next = node.nextSibling;
      if (!next) node = node.parentNode;
    }
    node = next;
  }
  breakLine();
  return lines.join('\n');
}

function isHidden(tag: string, node: TextNode | false): boolean {
  return hidden.has(tag) || (node !== false && isUnshown(node.attribs));
}

/** Whether an element's own attributes hide it. */
export function isUnshown({ style, hidden: attribute }: Record<string, string> = {}): boolean {
  return attribute !== undefined || (style !== undefined && /display\s*:\s*none/i.test(style));
}

const cjk = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu;
const word = /[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu;
const wordsPerMinute = 230;
const signsPerMinute = 500;

/** Number of words and reading time; in scripts without spaces, every character counts as a word. */
export function countReading(text: string): { words: number; minutes: number } {
  const signs = text.match(cjk)?.length ?? 0;
  const spaced = (signs > 0 ? text.replaceAll(cjk, ' ') : text).match(word)?.length ?? 0;
  const minutes = spaced / wordsPerMinute + signs / signsPerMinute;
  return { words: spaced + signs, minutes: spaced + signs === 0 ? 0 : Math.max(1, Math.round(minutes)) };
}
