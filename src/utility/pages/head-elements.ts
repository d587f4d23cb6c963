import { type AnyNode, type ChildNode, type Element, hasChildren, isTag, isText } from 'domhandler';
import type { Tree } from './tree.ts';

/** Elements allowed in a head: by the standard any other element ends it, wherever its end tag is. */
const metadata = new Set(
  'base basefont bgsound link meta title noscript noframes style script template'.split(' '),
);
const wrappers = new Set(['html', 'head']);

/** The elements that a browser puts into the head of a page. */
export function headElements({ root }: Tree): ReadonlySet<AnyNode> {
  const found = new Set<AnyNode>();
  collect(root.children, found);
  return found;
}

/** False once the head has ended. */
function collect(nodes: readonly ChildNode[], found: Set<AnyNode>): boolean {
  return nodes.every((node) => {
    if (isText(node)) return node.data.trim() === '';
    if (!isTag(node)) return true;
    if (wrappers.has(node.name)) return collect(node.children, found);
    if (!metadata.has(node.name)) return false;
    add(node, found);
    return true;
  });
}

/** Adds the content of a noscript element too. */
function add(element: Element, found: Set<AnyNode>): void {
  found.add(element);
  if (element.name === 'noscript')
    for (const each of element.children) if (hasChildren(each)) found.add(each);
}
