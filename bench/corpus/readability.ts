import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { extractArticle } from '../../src/utility/pages/article/article.ts';
import { blockText } from '../../src/utility/pages/article/block-text.ts';
import { parseTree } from '../../src/utility/pages/tree.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

const shingleWords = 4;
const peerName = 'Readability (its own cases)';
const fields = ['title', 'byline', 'excerpt', 'lang'] as const;

export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? await import('./peers/readability.ts') : undefined;
  let peerSum = 0;
  const dir = path.join(corpora, 'readability');
  const tally = new Tally();
  const misses: string[] = [];
  let sum = 0;
  const names = readdirSync(dir);
  for (const name of names) {
    const file = (each: string) => readFileSync(path.join(dir, name, each));
    const page = {
      bytes: file('source.html'),
      contentType: 'text/html; charset=utf-8',
      url: 'http://fakehost/test/page.html',
      hash: name,
    };
    const answer = extractArticle({ page });
    const wantedText = shingles(blockText(parseTree(file('expected.html').toString()).root));
    const f1 = overlap(shingles(answer.text), wantedText);
    sum += f1;
    const theirs = peer?.readabilityArticle(file('source.html').toString());
    if (peer) peerSum += overlap(shingles(peer.readabilityText(theirs?.content)), wantedText);
    if (f1 < 0.95) misses.push(`${name}: ${f1.toFixed(3)}`);
    const expected = JSON.parse(file('expected-metadata.json').toString());
    for (const field of fields) {
      const [got, wanted] = [answer[field] ?? '', (expected[field] ?? '').replaceAll(/\s+/g, ' ').trim()];
      tally.case(got === wanted, () => `${name} ${field}: ${JSON.stringify([got, wanted])}`);
      if (peer) tally.peer(peerName, (theirs?.[field] ?? '').replaceAll(/\s+/g, ' ').trim() === wanted);
    }
  }
  const text = {
    what: 'text, mean F1 of 4-word shingles',
    right: sum,
    of: names.length,
    bar: 0.96,
    misses,
    peers: peer ? [{ name: peerName, right: peerSum }] : [],
  };
  return [text, tally.score('title, byline, excerpt, lang', 0.97)];
}

function shingles(text: string): Map<string, number> {
  const words = text.split(/\s+/).filter(Boolean);
  const found = new Map<string, number>();
  for (let i = 0; i < Math.max(1, words.length - shingleWords + 1); i += 1) {
    const shingle = words.slice(i, i + shingleWords).join(' ');
    if (shingle) found.set(shingle, (found.get(shingle) ?? 0) + 1);
  }
  return found;
}

function overlap(ours: Map<string, number>, theirs: Map<string, number>): number {
  const size = (each: Map<string, number>) => each.values().reduce((sum, count) => sum + count, 0);
  let common = 0;
  for (const [shingle, count] of ours) common += Math.min(count, theirs.get(shingle) ?? 0);
  const total = size(ours) + size(theirs);
  return total === 0 ? 1 : (2 * common) / total;
}
