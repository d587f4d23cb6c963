import { printTable } from '../table.ts';
import { findCorpora } from './place.ts';
import type { Measure } from './score.ts';

/**
 * `npm run corpus [-- skill…] [--misses]`: the skills against public cases that nobody here wrote. The cases are not
 * part of the project: they are read from where KITH_CORPORA says, or from ../shared/corpora beside the checkout.
 */
const measures: Record<string, () => Promise<Measure>> = {
  'url-metadata': () => import('./url-metadata.ts'),
  'structured-data': () => import('./structured-data.ts'),
  readability: () => import('./readability.ts'),
  articles: () => import('./articles.ts'),
  feeds: () => import('./feeds.ts'),
  robots: () => import('./robots.ts'),
  'json-repair': () => import('./json-repair.ts'),
  entities: () => import('./entities.ts'),
  'text-entities': () => import('./text-entities.ts'),
  email: () => import('./email.ts'),
  spf: () => import('./spf.ts'),
  vat: () => import('./vat.ts'),
  scripts: () => import('./scripts.ts'),
};

const corpora = findCorpora();
const args = process.argv.slice(2);
const named = args.filter((each) => !each.startsWith('--'));

if (!corpora) console.log('corpus: skipped, there are no public cases beside the checkout (KITH_CORPORA)');
else {
  const rows: (string | number)[][] = [];
  for (const [name, load] of Object.entries(measures)) {
    if (named.length > 0 && !named.includes(name)) continue;
    for (const score of await (await load()).measure(corpora)) {
      const part = score.right / score.of;
      rows.push([
        `${name}: ${score.what}`,
        Number.isInteger(score.right) ? `${score.right} / ${score.of}` : part.toFixed(4),
        `${(part * 100).toFixed(1)} %`,
        part >= score.bar ? 'reached' : `MISSED (${(score.bar * 100).toFixed(1)} %)`,
        score.note ?? '',
      ]);
      if (args.includes('--misses'))
        for (const miss of score.misses) console.log(`${name} ${score.what}: ${miss}`);
    }
  }
  printTable('public cases', ['skill', 'right', '', 'bar', ''], rows);
}
