import { DocumentReader } from './document.ts';
import { type JsonNode, printJson, removeCut } from './node.ts';
import { NotRepairable, type RepairFix, SourceText } from './source.ts';
import { undoEscaping } from './unescape.ts';

export interface Repaired {
  readonly text: string;
  readonly node: JsonNode;
  /** The first thousand; `fixCount` is the total. */
  readonly fixes: RepairFix[];
  readonly fixCount: number;
  /** The text ends inside a value. */
  readonly truncated: boolean;
  /** The text that positions in `node` refer to. */
  readonly source: string;
  /** Characters examined: at most a constant times the length of the text. */
  readonly steps: number;
}

/** Parses a separate text into a node, which is reformatted when printed. Throws NotRepairable. */
export function readJsonText(text: string): JsonNode {
  return withoutPositions(new DocumentReader(new SourceText(text)).read());
}

/** A copy without positions in its source text. */
function withoutPositions(node: JsonNode): JsonNode {
  if (node.kind === 'scalar') return { ...node, from: 0, to: 0 };
  if (node.kind === 'array')
    return { ...node, from: 0, to: 0, clean: false, items: node.items.map(withoutPositions) };
  const members = node.members.map(({ key, value }) => ({ key, value: withoutPositions(value) }));
  return { ...node, from: 0, to: 0, clean: false, members };
}

/** Reads text that was intended as JSON and prints it as JSON. Throws NotRepairable if it contains none. */
export function repairText(sent: string, { dropCut = false } = {}): Repaired {
  const rewritten = undoEscaping(sent);
  const source = new SourceText(rewritten?.text ?? sent);
  try {
    const node = new DocumentReader(source).read();
    if (dropCut) removeCut(node, source);
    const fixes = rewritten
      ? source.fixes.map(({ position, fix }) => ({ position: rewritten.originalPosition(position), fix }))
      : source.fixes;
    return {
      text: printJson(node, source.text),
      node,
      source: source.text,
      fixes: rewritten ? [{ position: 0, fix: rewritten.fix }, ...fixes] : fixes,
      fixCount: source.fixCount + (rewritten ? 1 : 0),
      truncated: source.truncated,
      steps: source.steps,
    };
  } catch (error) {
    if (!(error instanceof NotRepairable) || !rewritten) throw error;
    throw new NotRepairable(rewritten.originalPosition(error.position), error.message);
  }
}
