import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../../src/platform/decode.ts';

export interface PublishedTexts {
  readonly peer: string;
  /** The text of a page by its name in the set; undefined if the output has none. */
  textOf(page: string): string | undefined;
}

/**
 * Outputs that article-extraction-benchmark publishes (its folder `output`, one JSON file per extractor), if the
 * operator has them and names the folder. Peers in Python, Go and Rust are scored on the same pages without running
 * them.
 */
export function publishedTexts(dir = process.env.KITH_PEER_OUTPUTS): PublishedTexts[] {
  if (!dir) return [];
  if (!existsSync(dir)) throw new Error(`KITH_PEER_OUTPUTS is not a folder: ${dir}`);
  return readdirSync(dir)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const output = JSON.parse(readFileSync(path.join(dir, file), 'utf8'));
      return { peer: path.basename(file, '.json'), textOf: (page) => findText(output, page, maxDepth) };
    });
}

/** Some extractors publish their texts below a key of their own. */
const maxDepth = 3;

function findText(output: unknown, page: string, depth: number): string | undefined {
  if (!isRecord(output) || depth === 0) return undefined;
  const found = output[page];
  if (typeof found === 'string') return found;
  if (isRecord(found) && typeof found.articleBody === 'string') return found.articleBody;
  for (const below of Object.values(output)) {
    const text = findText(below, page, depth - 1);
    if (text !== undefined) return text;
  }
  return undefined;
}
