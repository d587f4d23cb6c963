import { installPeers } from '../install-peers.ts';
import { printTable } from '../table.ts';
import { findCorpora } from './place.ts';
import type { Measure, Score } from './score.ts';

/**
 * `npm run corpus [-- skill…] [--misses] [--no-peers]`: the skills and their peers on public cases that nobody here
 * wrote. The cases are not part of the project: they are read from where KITH_CORPORA says, or from ../shared/corpora
 * beside the checkout.
 */
const measures: Record<string, () => Promise<Measure>> = {
  'url-metadata': () => import('./url-metadata.ts'),
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
  rdap: () => import('./rdap.ts'),
  'json-rpc': () => import('./json-rpc.ts'),
  scripts: () => import('./scripts.ts'),
  // Last, as its peer replaces built-in functions (core-js 2), after which other rules go wrong.
  'structured-data': () => import('./structured-data.ts'),
};

const corpora = findCorpora();
const args = process.argv.slice(2);
const named = args.filter((each) => !each.startsWith('--'));

if (!corpora) console.log('corpus: skipped, there are no public cases beside the checkout (KITH_CORPORA)');
else {
  const peers = !args.includes('--no-peers');
  if (peers) installPeers();
  const rows: string[][] = [];
  for (const [name, load] of Object.entries(measures)) {
    if (named.length > 0 && !named.includes(name)) continue;
    for (const score of await (await load()).measure(corpora, { peers })) {
      rows.push([`${name}: ${score.what}`, ...cellsOf(score)]);
      if (args.includes('--misses'))
        for (const miss of score.misses) console.log(`${name} ${score.what}: ${miss}`);
    }
  }
  printTable('public cases', ['skill', 'right', '', 'bar', 'peers on the same cases', 'best peer', ''], rows);
}

function cellsOf({ right, of, bar, peers = [], note = '' }: Score): string[] {
  const part = right / of;
  const figure = (count: number) => (Number.isInteger(count) ? `${count}` : (count / of).toFixed(4));
  const best = Math.max(...peers.map((each) => each.right));
  return [
    Number.isInteger(right) ? `${right} / ${of}` : part.toFixed(4),
    `${(part * 100).toFixed(1)} %`,
    part >= bar ? 'reached' : `MISSED (${(bar * 100).toFixed(1)} %)`,
    peers.map((each) => `${each.name} ${figure(each.right)}`).join(', '),
    peers.length === 0 ? '' : right > best ? 'behind us' : right === best ? 'level' : 'AHEAD OF US',
    note,
  ];
}
