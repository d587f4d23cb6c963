import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface PublishedTexts {
  readonly peer: string;
  /** By the page's name in the set. */
  readonly texts: Readonly<Record<string, { readonly articleBody?: string }>>;
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
    .map((file) => ({
      peer: path.basename(file, '.json'),
      texts: JSON.parse(readFileSync(path.join(dir, file), 'utf8')),
    }));
}
