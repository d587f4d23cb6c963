import { requestOnce } from '../child.ts';
import { installPeers } from '../install-peers.ts';
import { printTable } from '../table.ts';
import { findCorpora } from './find-corpora.ts';
import { measures } from './measures.ts';
import type { Score } from './score.ts';

/**
 * `npm run corpus [-- skill…] [--misses] [--no-peers]`: runs the skills and their peers on public cases that this
 * project did not write. The cases are not part of the project: they are read from KITH_CORPORA, or from
 * ../shared/corpora beside the checkout.
 */
const timeoutMs = 10 * 60_000;
const corpora = findCorpora();
const args = process.argv.slice(2);
const named = args.filter((each) => !each.startsWith('--'));

if (!corpora) console.log('corpus: skipped, no public cases beside the checkout (KITH_CORPORA)');
else {
  const peers = !args.includes('--no-peers');
  if (peers) installPeers();
  const rows: string[][] = [];
  for (const name of Object.keys(measures)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const measured = await requestOnce<Score[]>(
      './corpus/measure-process.ts',
      { name, corpora, options: { peers } },
      timeoutMs,
    );
    if ('failure' in measured) {
      rows.push([name, 'FAILED', '', '', '', '', measured.failure]);
      process.exitCode = 1;
      continue;
    }
    for (const score of measured.value) {
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
  const read = peers.filter(({ error }) => error === undefined);
  const best = Math.max(...read.map((each) => each.right));
  return [
    Number.isInteger(right) ? `${right} / ${of}` : part.toFixed(4),
    `${(part * 100).toFixed(1)} %`,
    part >= bar ? 'reached' : `MISSED (${(bar * 100).toFixed(1)} %)`,
    peers
      .map((each) => `${each.name} ${each.error ? `ERROR (${each.error})` : figure(each.right)}`)
      .join(', '),
    read.length === 0 ? '' : right > best ? 'behind us' : right === best ? 'level' : 'AHEAD OF US',
    note,
  ];
}
