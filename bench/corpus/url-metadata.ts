import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { type PageMetadata, pageMetadata } from '../../src/utility/pages/metadata/metadata.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

type Field = 'title' | 'description' | 'image' | 'url' | 'publisher' | 'lang' | 'author' | 'date';
type Expected = Record<Field, string | null>;

const bars = {
  title: 44 / 45,
  description: 43 / 45,
  image: 0.8,
  url: 0.8,
  publisher: 0.85,
  lang: 0.8,
  author: 0.8,
  date: 0.7,
};

/** The peer's own snapshots: an object literal in a code block of a report. */
export function expectedOf(report: string): Expected & { readonly logo?: string | null } {
  const literal = /\n {4}\{\n[\s\S]*?\n {4}\}/.exec(report)?.[0] ?? '{}';
  return runInNewContext(`(${literal})`) as Expected;
}

/** The values of our response for each field that the cases name. */
function found(answer: PageMetadata, field: keyof Expected, asked: string): string | null | undefined {
  if (field === 'url') return answer.canonical ?? answer.open_graph.url ?? asked;
  if (field === 'lang') return answer.lang?.split('-', 1)[0]?.toLowerCase();
  // The peer's date is that of the last change, or else of publication.
  if (field === 'date') return answer.modified_at ?? answer.published_at;
  return answer[field];
}

/** The peer uses typographic quotes and ellipses and keeps line breaks; we keep the author's text. */
const foldText = (text: string | null): string | null =>
  text
    ?.replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll('…', '...')
    .replaceAll(/[␊\s]+/g, ' ') ?? null;

/** Times are compared to the second, dates by day, because formats differ. */
function isSame(field: Field, got: string | null, wanted: string | null): boolean {
  if (field !== 'date' || got === null || wanted === null) return foldText(got) === foldText(wanted);
  return got.length === 10
    ? got === wanted.slice(0, 10)
    : Math.abs(Date.parse(got) - Date.parse(wanted)) < 1_000;
}

export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const scrape = peers ? (await import('./peers/metascraper.ts')).scrape : undefined;
  const dir = path.join(corpora, 'url-metadata');
  const tallies = new Map<string, Tally>();
  for (const name of readdirSync(dir)) {
    const expected = expectedOf(readFileSync(path.join(dir, name, 'expected.md'), 'utf8'));
    const bytes = readFileSync(path.join(dir, name, 'input.html'));
    const page = {
      bytes,
      contentType: 'text/html; charset=utf-8',
      url: expected.url ?? 'https://example.com/',
      hash: name,
    };
    const answer = pageMetadata({ page });
    const scraped = await scrape?.({ html: bytes.toString('utf8'), url: page.url });
    for (const field of Object.keys(bars) as (keyof Expected)[]) {
      const tally = tallies.get(field) ?? new Tally();
      tallies.set(field, tally);
      const got = found(answer, field, page.url) ?? null;
      tally.case(
        isSame(field, got, expected[field] ?? null),
        () => `${name}: ${JSON.stringify([got, expected[field]])}`,
      );
      if (scraped) tally.peer('metascraper', isSame(field, scraped[field] ?? null, expected[field] ?? null));
    }
  }
  return [...tallies].map(([field, tally]) => tally.score(field, bars[field as keyof typeof bars]));
}
