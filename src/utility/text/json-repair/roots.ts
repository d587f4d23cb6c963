import { isEmpty, type JsonNode } from './node.ts';

/** A value found at the top level of the text. */
export interface Root {
  readonly node: JsonNode;
  /** Label of the surrounding fence; undefined outside a fence. */
  readonly fence: string | undefined;
  /** It starts on the line on which the previous value ends. */
  readonly sameLine: boolean;
}

export const isJsonLabel = (label: string): boolean =>
  /^(?:json|json5|jsonc|jsonl|ndjson|json-?lines)$/i.test(label);

/**
 * Selects the values to return: those in a JSON fence, otherwise in any fence, otherwise all that are not
 * asides.
 */
export function chooseRoots(roots: readonly Root[], prose: boolean): readonly Root[] {
  if (roots.length === 1 && !prose) return roots;
  const containers = roots.filter(({ node }) => node.kind !== 'scalar');
  const fenced = containers.filter((each) => each.fence !== undefined);
  for (const rank of [
    fenced.filter((each) => isJsonLabel(each.fence ?? '')),
    fenced.filter((each) => each.fence === ''),
    fenced,
    roots.filter((each) => isJsonLabel(each.fence ?? '')),
  ])
    if (rank.length > 0) return rank;
  if (prose) return withoutAsides(containers);
  return roots.filter((each, i) => i === 0 || !(each.sameLine && isEmpty(each.node)));
}

/** Footnotes such as [1] and empty brackets do not count beside real values. */
function withoutAsides(roots: readonly Root[]): readonly Root[] {
  const weighty = roots.filter(({ node }) => !isAside(node));
  return weighty.length > 0
    ? weighty
    : roots.filter(({ node }) => node.kind === 'object' || node.to - node.from > 1);
}

const isAside = (node: JsonNode): boolean =>
  isEmpty(node) || (node.kind === 'array' && node.items.length === 1 && node.items[0]?.kind === 'scalar');
