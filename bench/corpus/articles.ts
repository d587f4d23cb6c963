import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pageArticle } from '../../src/utility/pages/article/article.ts';
import type { Score } from './score.ts';

const shingleWords = 4;

interface Expected {
  readonly url: string;
  readonly articleBody: string;
}

/** Precision and recall per page, then their means, as the benchmark's own scorer counts them. */
export async function measure(corpora: string): Promise<Score[]> {
  const dir = path.join(corpora, 'articles');
  const expected: Record<string, Expected> = JSON.parse(
    readFileSync(path.join(dir, 'expected.json'), 'utf8'),
  );
  const misses: string[] = [];
  let [precisions, recalls] = [0, 0];
  const names = Object.keys(expected);
  for (const [name, { url, articleBody }] of Object.entries(expected)) {
    const bytes = gunzipSync(readFileSync(path.join(dir, `${name}.html.gz`)));
    const page = { bytes, contentType: 'text/html; charset=utf-8', url, hash: name };
    const { precision, recall } = compare(pageArticle({ page }).text, articleBody);
    precisions += precision;
    recalls += recall;
    if (precision < 0.95 || recall < 0.95)
      misses.push(
        `${name.slice(0, 8)} ${url}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
      );
  }
  const of = names.length;
  const f1 = (2 * precisions * recalls) / (precisions + recalls);
  const note = `recall ${(recalls / of).toFixed(4)}`;
  return [
    { what: 'article text, F1', right: f1, of, bar: 0.965, misses, note },
    { what: 'article text, precision', right: precisions, of, bar: 0.945, misses: [] },
  ];
}

function compare(ours: string, theirs: string): { precision: number; recall: number } {
  const [got, wanted] = [shingles(ours), shingles(theirs)];
  let common = 0;
  for (const [shingle, count] of got) common += Math.min(count, wanted.get(shingle) ?? 0);
  const size = (each: Map<string, number>) => each.values().reduce((sum, count) => sum + count, 0);
  const part = (of: number) => (of === 0 ? Number(size(got) === size(wanted)) : common / of);
  return { precision: part(size(got)), recall: part(size(wanted)) };
}

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const found = new Map<string, number>();
  for (let at = 0; at < Math.max(1, words.length - shingleWords + 1); at += 1) {
    const shingle = words.slice(at, at + shingleWords).join(' ');
    if (shingle) found.set(shingle, (found.get(shingle) ?? 0) + 1);
  }
  return found;
}
