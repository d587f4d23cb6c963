import { type AnyNode, type Document, type Element, hasChildren, isTag } from 'domhandler';
import { parse } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { unreadableInput } from '../workers/failure.ts';
import { maxDepth, maxElements, type Tree, walk } from './tree.ts';

/**
 * The tree a browser builds: implied elements added, misplaced ones moved, as the HTML standard specifies.
 * Half as fast as `parseTree`, so it is used only where structure matters.
 */
export function parseStandardTree(html: string): Tree {
  let depth = 0;
  let count = 0;
  const root: Document = parse<Htmlparser2TreeAdapterMap>(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...adapter,
      createElement: (...parts) => {
        count += 1;
        if (count > maxElements) throw unreadableInput(`The page has more than ${maxElements} elements.`);
        return adapter.createElement(...parts);
      },
      onItemPush: () => {
        depth += 1;
        if (depth > maxDepth) throw unreadableInput(`The page nests deeper than ${maxDepth} elements.`);
      },
      onItemPop: () => {
        depth -= 1;
      },
    },
  });
  const byTag = indexByTag(root);
  return { root, all: (tag) => byTag.get(tag) ?? [] };
}

/** Elements by tag, in document order. The content of templates is not part of the page. */
function indexByTag(root: Document): Map<string, Element[]> {
  const byTag = new Map<string, Element[]>();
  walk(root, (node: AnyNode) => {
    if (!isTag(node)) return hasChildren(node);
    const same = byTag.get(node.name);
    if (same) same.push(node);
    else byTag.set(node.name, [node]);
    return node.name !== 'template';
  });
  return byTag;
}
