import { readOptions } from '../bench/options.ts';
import { printTable } from '../bench/table.ts';
import { clusterFaults, faults as processFaults } from './faults/all.ts';
import { runHistories } from './histories.ts';
import { isLate, type RoundResult } from './round.ts';
import { installMissing } from './site/install.ts';
import { unmetReason } from './site/programs.ts';
import { runSuite } from './suite.ts';

const shownProblems = 5;

/**
 * `npm run chaos -- [--rounds N] [--only fault,…] [--seed S] [--no-install]`, or `-- --histories MINUTES`; `npm run
 * cluster` with the same options causes the faults of three machines.
 */
const args = process.argv.slice(2);
const faults = args.includes('--cluster') ? clusterFaults : processFaults;
const options = readOptions(args, {
  cluster: false,
  rounds: faults.length,
  only: '',
  'no-install': false,
  histories: 0,
  seed: Math.floor(Date.now() / 1000) % 1_000_000,
});
if (options.histories > 0) process.exit(await runHistories(options.histories, options.seed));
const names = options.only.split(',').filter((name) => name !== '');
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  const known = faults.map(({ name }) => name).join(', ');
  console.error(`there is no fault ${unknown.join(', ')}; there are ${known}`);
  process.exit(2);
}
const chosen = names.length === 0 ? faults : faults.filter(({ name }) => names.includes(name));
if (!options['no-install']) installMissing(chosen.flatMap(({ needs }) => needs));
const skipped = chosen.flatMap(({ name, needs }) => {
  const reason = unmetReason(needs);
  return reason ? [{ name, reason }] : [];
});

const isFailed = (result: RoundResult): boolean => result.problems.length > 0 || isLate(result);

function verdictOf(result: RoundResult): string {
  if (result.problems.length > 0) return `FAILED (${result.problems.length})`;
  return isLate(result) ? `LATE (limit ${result.maxRecoveryS} s)` : 'passed';
}

const results = await runSuite({
  faults: chosen.filter(({ name }) => !skipped.some((each) => each.name === name)),
  rounds: options.rounds,
  seed: options.seed,
  onRound: (result) => {
    console.error(`round ${result.round}: ${result.fault}: ${verdictOf(result)}`);
    for (const problem of result.problems.slice(0, shownProblems)) console.error(`  ${problem}`);
  },
});
printTable(
  `${results.length} rounds, seed ${options.seed}`,
  ['round', 'fault', 'acknowledged', 'lost', 'doubled', 'impossible', 'bad 5xx', 'back after s', 'verdict'],
  [
    ...results.map((result) => [
      String(result.round),
      result.fault,
      String(result.acknowledged),
      String(result.lost),
      String(result.doubled),
      String(result.impossible),
      String(result.bad5xx),
      result.backAfterS?.toFixed(1) ?? 'never',
      verdictOf(result),
    ]),
    ...skipped.map(({ name }) => ['–', name, '–', '–', '–', '–', '–', '–', 'skipped']),
  ],
);
for (const { name, reason } of skipped) console.log(`${name} was skipped: ${reason}`);
if (results.some(isFailed)) process.exitCode = 1;
if (results.length === 0) {
  console.error('no round was run');
  process.exitCode = 1;
}
