import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pageBrand } from '../../src/utility/pages/metadata/brand.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';
import { expectedOf } from './url-metadata.ts';

/** The logo of each page of url-metadata: one that the page declares, or else the largest of its icons. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const dir = path.join(corpora, 'url-metadata');
  const tally = new Tally();
  for (const name of readdirSync(dir)) {
    const { logo: wanted = null, url } = expectedOf(
      readFileSync(path.join(dir, name, 'expected.md'), 'utf8'),
    );
    const bytes = readFileSync(path.join(dir, name, 'input.html'));
    const page = {
      bytes,
      contentType: 'text/html; charset=utf-8',
      url: url ?? 'https://example.com/',
      hash: name,
    };
    const brand = pageBrand({ page });
    const side = ({ sizes }: { sizes: string | null }) => Number.parseInt(sizes ?? '0', 10) || 0;
    const largest = brand.icons.toSorted((left, right) => side(right) - side(left))[0]?.href ?? null;
    const got = [brand.logo?.url ?? null, largest];
    tally.case(got.includes(wanted), () => `${name}: ${JSON.stringify({ got, wanted })}`);
    // The peer asks the sites for their icons, so its own results are those that it recorded.
    if (peers) tally.peer('metascraper (its own cases, recorded)', true);
  }
  return [tally.score('logo, or the largest icon', 0.6)];
}
