import { requestOnce } from '../child.ts';
import { findCorpora } from '../corpus/find-corpora.ts';
import { recordFigure } from '../figures.ts';
import { type Cell, printTable } from '../table.ts';
import type { Timings } from './comparison.ts';
import { comparisons } from './comparisons.ts';
import type { MegabyteTime } from './megabyte.ts';

const maxRatio = 10;
const timeoutMs = 5 * 60_000;
const file = './skills/comparison-process.ts';

/**
 * `npm run bench -- skills [skill…]`: the skills that read pages and texts, compared with peer libraries on the same
 * inputs.
 */
export async function run(args: string[]): Promise<void> {
  const corpora = findCorpora();
  if (!corpora) {
    console.log('skills: skipped, no public cases beside the checkout (KITH_CORPORA)');
    return;
  }
  const rows: Cell[][] = [];
  for (const name of Object.keys(comparisons)) {
    if (args.length > 0 && !args.some((each) => name.startsWith(each))) continue;
    console.error(`skills: ${name}`);
    const measured = await requestOnce<{ peer: string; times: Timings[] }>(
      file,
      { name, corpora },
      timeoutMs,
    );
    rows.push('failure' in measured ? failedRow(name, measured.failure) : rowOf(name, measured.value));
  }
  const repairs =
    args.length === 0 || args.includes('json-repair')
      ? await requestOnce<MegabyteTime[]>(file, { corpora }, timeoutMs)
      : null;
  printTable(
    'skills compared with their peers, in ms; below 1, ours is faster',
    ['skill', 'peer', 'ours p50', 'peer p50', 'ratio', 'ours max', 'peer max', 'worst ratio', ''],
    rows,
  );
  if (!repairs) return;
  printTable(
    'json-repair of 1 MB, CPU ms (bar: 250)',
    ['input', 'ours', 'jsonrepair', 'of the text', ''],
    'failure' in repairs
      ? [['1 MB', undefined, undefined, undefined, `FAILED (${repairs.failure})`]]
      : repairs.value.map(({ what, oursMs, peerMs, part, isReached }) => [
          what,
          oursMs,
          peerMs,
          part,
          isReached ? 'reached' : 'MISSED',
        ]),
  );
}

function failedRow(name: string, failure: string): Cell[] {
  process.exitCode = 1;
  return [name, ...Array.from({ length: 7 }, () => undefined), `FAILED (${failure})`];
}

function rowOf(name: string, { peer, times }: { peer: string; times: readonly Timings[] }): Cell[] {
  const [ours, theirs] = [times.map(({ oursMs }) => oursMs), times.map(({ theirsMs }) => theirsMs)];
  const p50 = median(ours) / median(theirs);
  const worst = times.reduce((most, each) =>
    each.oursMs / each.theirsMs > most.oursMs / most.theirsMs ? each : most,
  );
  const most = worst.oursMs / worst.theirsMs;
  recordFigure({ figure: `${name} (${times.length} inputs)`, peer, ratio: p50, target: 1, isLimit: true });
  return [
    `${name} (${times.length})`,
    peer,
    median(ours),
    median(theirs),
    p50,
    Math.max(...ours),
    Math.max(...theirs),
    most,
    p50 <= 1 && most <= maxRatio ? 'reached' : `MISSED (${worst.name})`,
  ];
}

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
