import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Figure, figures, isMet } from './figures.ts';

const folder = import.meta.dirname;
const page = path.join(folder, '../docs/benchmarks.md');
const architectures = ['x64', 'arm64'] as const;
const fileOf = (architecture: string): string => path.join(folder, 'results', `${architecture}.json`);

interface Results {
  readonly on: string;
  readonly figures: readonly Figure[];
}

type Runs = readonly (readonly [
  name: string,
  load: () => Promise<{ run(args: string[]): Promise<void> }>,
  string[],
])[];

/** Short runs of every comparison: the whole takes at most 40 minutes of an idle machine with two cores. */
const runs: Runs = [
  ['start', () => import('./start.ts'), []],
  ['identity', () => import('./identity.ts'), ['--only', 'verify', '--rounds', '3', '--seconds', '2']],
  ['reads', () => import('./reads.ts'), []],
  ['writes', () => import('./writes.ts'), ['--rounds', '3', '--seconds', '2']],
  ['ledger', () => import('./ledger.ts'), ['--only', 'transfers', '--rounds', '3', '--seconds', '2']],
  ['exchange', () => import('./exchange.ts'), ['--rounds', '3', '--seconds', '2']],
  ['fairness', () => import('./fairness/fairness.ts'), ['--rounds', '2', '--part', 'attacks']],
  ['overdue', () => import('./overdue.ts'), []],
  ['skills', () => import('./skills/skills.ts'), []],
  ['voice', () => import('./video/video.ts'), ['--part', 'voice']],
  ['web', () => import('./web.ts'), ['--rounds', '3']],
];

/** `npm run bench -- all [name…]`: runs them in turn, and writes their rows of the table in docs/benchmarks.md. */
export async function run(names: string[]): Promise<void> {
  const startedAt = performance.now();
  const wanted = runs.filter(([name]) => names.length === 0 || names.includes(name));
  const failed: string[] = [];
  for (const [name, load, args] of wanted) {
    console.error(`${name} …`);
    await (await load()).run(args).catch((error: unknown) => {
      failed.push(name);
      console.error(`${name}: ${error}`);
    });
  }
  const minutes = Math.round((performance.now() - startedAt) / 60_000);
  const file = fileOf(process.arch);
  const measured = new Set(figures.map(({ figure }) => figure));
  const others = (readResults(file)?.figures ?? []).filter(({ figure }) => !measured.has(figure));
  const results: Results = { on: new Date().toISOString().slice(0, 10), figures: [...others, ...figures] };
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  writeTable();
  const missed = figures.filter((figure) => !isMet(figure));
  console.log(`\n${figures.length} figures in ${minutes} minutes, ${missed.length} targets missed`);
  for (const { figure, ratio, target } of missed)
    console.log(`  ${figure}: ${ratio.toFixed(2)}, target ${target}`);
  if (failed.length === 0) return;
  console.log(`not measured: ${failed.join(', ')}`);
  process.exitCode = 1;
}

const readResults = (file: string): Results | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined;

/** Replaces the table between the two marks. */
function writeTable(): void {
  const results = architectures.map((architecture) => readResults(fileOf(architecture)));
  const names = new Map(results.flatMap((each) => each?.figures ?? []).map((each) => [each.figure, each]));
  const rows = [...names.values()].map(({ figure, peer, target, isLimit }) => {
    const cells = results.map((each) => cellOf(each?.figures.find((other) => other.figure === figure)));
    return `| ${figure.replaceAll('|', '\\|')} | ${peer} | ${isLimit ? '≤' : '≥'} ${target} | ${cells.join(' | ')} |`;
  });
  const heads = results.map(
    (each, nth) => `${architectures[nth]}${each ? `, ${each.on}` : ', not measured yet'}`,
  );
  const table = [
    `| figure | compared with | target | ${heads.join(' | ')} |`,
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replace(/(<!-- table -->\n).*(\n<!-- end of table -->)/s, (_, start, end) => start + table + end),
  );
}

function cellOf(figure: Figure | undefined): string {
  if (!figure) return '–';
  const spread = figure.spread ? ` (${figure.spread.map((each) => each.toFixed(2)).join(' to ')})` : '';
  return `${figure.ratio.toFixed(2)}${spread}${isMet(figure) ? '' : ', **missed**'}`;
}
