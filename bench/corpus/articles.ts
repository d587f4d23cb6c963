import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractArticle } from '../../src/utility/pages/article/article.ts';
import { publishedTexts } from './published-outputs.ts';
import type { MeasureOptions, PeerScore, Score } from './score.ts';
import { compareShingles } from './shingles.ts';

interface Expected {
  readonly url: string;
  readonly articleBody: string;
}

/** Scores that the benchmark's authors published for the whole set, counted the same way: F1, then precision. */
const publishedFigures = {
  f1: 'published, all 181 pages: rs_trafilatura 0.970, go_trafilatura 0.960, trafilatura 0.958',
  precision: 'published, all 181 pages: rs_trafilatura 0.951, go_trafilatura 0.940, trafilatura 0.938',
};

/** Precision and recall per page, then their means, as the benchmark's own scorer counts them. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const dir = path.join(corpora, 'articles');
  const expected: Record<string, Expected> = JSON.parse(
    readFileSync(path.join(dir, 'expected.json'), 'utf8'),
  );
  const readability = peers ? await import('./peers/readability.ts') : undefined;
  const published = peers ? publishedTexts() : [];
  const ours = new Means();
  const others = new Map<string, Means>();
  const misses: string[] = [];
  for (const [name, { url, articleBody }] of Object.entries(expected)) {
    const bytes = gunzipSync(readFileSync(path.join(dir, `${name}.html.gz`)));
    const page = { bytes, contentType: 'text/html; charset=utf-8', url, hash: name };
    const { precision, recall } = ours.add(extractArticle({ page }).text, articleBody);
    if (precision < 0.95 || recall < 0.95)
      misses.push(
        `${name.slice(0, 8)} ${url}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
      );
    const theirs: [string, string | undefined][] = published.map((each) => [each.peer, each.textOf(name)]);
    if (readability) {
      const { content } = readability.readabilityArticle(bytes.toString('utf8')) ?? {};
      theirs.push(['Readability on linkedom', readability.readabilityText(content)]);
    }
    for (const [peer, text] of theirs) {
      const means = others.get(peer) ?? new Means();
      others.set(peer, means);
      if (text === undefined) means.unread += 1;
      else means.add(text, articleBody);
    }
  }
  const of = Object.keys(expected).length;
  const peersBy = (figure: (means: Means) => number): PeerScore[] =>
    [...others].map(([name, means]) => ({
      name,
      right: figure(means),
      ...(means.unread > 0 && { error: `no text of ${means.unread} of ${of} pages` }),
    }));
  const [f1, precision] = [ours.f1, ours.precisions];
  return [
    {
      what: 'article text, F1',
      right: f1,
      of,
      bar: 0.965,
      misses,
      peers: peersBy((each) => each.f1),
      note: `recall ${(ours.recalls / of).toFixed(4)}; ${publishedFigures.f1}`,
    },
    {
      what: 'article text, precision',
      right: precision,
      of,
      bar: 0.945,
      misses: [],
      peers: peersBy((each) => each.precisions),
      note: publishedFigures.precision,
    },
  ];
}

/** Sums over pages; divided by the number of pages they are means. */
class Means {
  precisions = 0;
  recalls = 0;
  /** Pages whose text could not be found in the output. */
  unread = 0;

  add(got: string, wanted: string): { precision: number; recall: number } {
    const { precision, recall } = compareShingles(got, wanted);
    this.precisions += precision;
    this.recalls += recall;
    return { precision, recall };
  }

  get f1(): number {
    const { precisions, recalls } = this;
    return precisions + recalls === 0 ? 0 : (2 * precisions * recalls) / (precisions + recalls);
  }
}
