import { findCorpora } from '../corpus/place.ts';
import { printTable } from '../table.ts';
import { type Comparison, timeBoth } from './comparison.ts';

/** `npm run bench -- skills [skill…]`: what reads pages and texts, against peer libraries on the same inputs. */
const comparisons: Record<string, () => Promise<{ comparison: Comparison }>> = {
  'url-metadata': () => import('./url-metadata.ts'),
  'url-metadata: 8 fields': () => import('./url-metadata-metascraper.ts'),
  readability: () => import('./readability.ts'),
  'readability: articles': () => import('./articles.ts'),
  'html-table': () => import('./html-table.ts'),
  'rss-to-json': () => import('./feeds.ts'),
  'robots-analyze': () => import('./robots.ts'),
  'json-repair': () => import('./json-repair.ts'),
  'json-repair: model outputs': () => import('./json-repair-models.ts'),
  'text-entities': () => import('./text-entities.ts'),
  'text-entities: links': () => import('./text-links.ts'),
  'text-entities: dates': () => import('./text-dates.ts'),
  'verify-email: syntax': () => import('./email.ts'),
  'vies-check: check digits': () => import('./vat.ts'),
  // Last, as its peer replaces built-in functions (core-js 2), which changes what is timed after it.
  'structured-data': () => import('./structured-data.ts'),
};

const maxRatio = 10;

export async function run(args: string[]): Promise<void> {
  const corpora = findCorpora();
  if (!corpora) {
    console.log('skills: skipped, there are no public cases beside the checkout (KITH_CORPORA)');
    return;
  }
  const rows: (string | number)[][] = [];
  for (const [name, load] of Object.entries(comparisons)) {
    if (args.length > 0 && !args.some((each) => name.startsWith(each))) continue;
    const { comparison } = await load();
    const times = await timeBoth(comparison, corpora);
    const [ours, theirs] = [times.map(({ oursMs }) => oursMs), times.map(({ theirsMs }) => theirsMs)];
    const p50 = median(ours) / median(theirs);
    const worst = times.reduce((most, each) =>
      each.oursMs / each.theirsMs > most.oursMs / most.theirsMs ? each : most,
    );
    const most = worst.oursMs / worst.theirsMs;
    rows.push([
      `${name} (${times.length})`,
      comparison.peer,
      median(ours),
      median(theirs),
      p50,
      Math.max(...ours),
      Math.max(...theirs),
      most,
      p50 <= 1 && most <= maxRatio ? 'reached' : `MISSED (${worst.name})`,
    ]);
  }
  printTable(
    'skills against their peers, in ms; a ratio below 1 is ours being faster',
    ['skill', 'peer', 'ours p50', 'peer p50', 'ratio', 'ours max', 'peer max', 'worst ratio', ''],
    rows,
  );
  if (args.length === 0 || args.includes('json-repair')) (await import('./megabyte.ts')).repairOfMegabytes();
}

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
