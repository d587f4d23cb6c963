import { type AnyNode, type Document, DomHandler, Element, hasChildren, isTag, isText } from 'domhandler';
import { Parser } from 'htmlparser2';
import { unreadableInput } from '../workers/failure.ts';

/** Browsers stop nesting at 512; a page far beyond that is an attack on recursive parsers. */
export const maxDepth = 4_096;
export const maxElements = 1_000_000;

/** A parsed document, with its elements indexed by tag in document order. */
export interface Tree {
  readonly root: Document;
  /** The elements of a tag (lower case), in document order. */
  all(tag: string): readonly Element[];
}

const none: readonly Element[] = [];

/** Every walk over a tree is iterative, so that no page can exhaust the call stack. */
export function parseTree(html: string): Tree {
  const byTag = new Map<string, Element[]>();
  const handler = new DomHandler();
  let depth = 0;
  let count = 0;
  const parser = new Parser({
    onparserinit: (each) => handler.onparserinit(each),
    onreset: () => handler.onreset(),
    onend: () => handler.onend(),
    onerror: (error) => handler.onerror(error),
    onclosetag: () => {
      depth -= 1;
      handler.onclosetag();
    },
    onopentag: (name, attributes) => {
      depth += 1;
      count += 1;
      if (depth > maxDepth) throw unreadableInput(`The page nests deeper than ${maxDepth} elements.`);
      if (count > maxElements) throw unreadableInput(`The page has more than ${maxElements} elements.`);
      handler.onopentag(name, attributes);
      const element = (handler as unknown as { tagStack: AnyNode[] }).tagStack.at(-1);
      if (!(element instanceof Element)) return;
      const same = byTag.get(name);
      if (same) same.push(element);
      else byTag.set(name, [element]);
    },
    ontext: (text) => handler.ontext(text),
    oncomment: (text) => handler.oncomment(text),
    oncommentend: () => handler.oncommentend(),
    oncdatastart: () => handler.oncdatastart(),
    oncdataend: () => handler.oncdataend(),
    onprocessinginstruction: (name, data) => handler.onprocessinginstruction(name, data),
  });
  parser.end(html);
  return { root: handler.root, all: (tag) => byTag.get(tag) ?? none };
}

/**
 * Visits every node below `top` in document order. If the visitor returns false, that node's descendants are
 * skipped.
 */
export function walk(top: AnyNode, visit: (node: AnyNode) => unknown): void {
  let node: AnyNode | null = top;
  while (node) {
    const within: boolean = node === top || visit(node) !== false;
    let next: AnyNode | null = within && hasChildren(node) ? (node.children[0] ?? null) : null;
    while (!next && node && node !== top) {
      next = node.next;
      if (!next) node = node.parent;
    }
    if (node === top && !next) return;
    node = next;
  }
}

/** All text below a node, without scripts and styles. */
export function textOf(top: AnyNode): string {
  if (isText(top)) return top.data;
  let text = '';
  walk(top, (node) => {
    if (isText(node)) text += node.data;
    return !(isTag(node) && (node.name === 'script' || node.name === 'style' || node.name === 'template'));
  });
  return text;
}

/** The raw content of an element such as script or title. */
export function rawText(element: Element): string {
  let text = '';
  for (const child of element.children) if (isText(child)) text += child.data;
  return text;
}

export function closest(node: AnyNode, tags: ReadonlySet<string>): Element | null {
  for (let at = node.parent; at; at = at.parent) if (isTag(at) && tags.has(at.name)) return at;
  return null;
}

/** Collapses white space to single spaces and trims the ends, as a browser renders a line of text. */
export const squeeze = (text: string): string => text.replaceAll(/[\s\u00a0]+/g, ' ').trim();
