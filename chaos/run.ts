import { readOptions } from '../bench/options.ts';
import { printTable } from '../bench/table.ts';
import { faults } from './faults/all.ts';
import { isLate, type RoundResult } from './round.ts';
import { runSuite } from './suite.ts';

const shownProblems = 5;

/** `npm run chaos -- [--rounds N] [--only fault,…] [--seed S]` */
const options = readOptions(process.argv.slice(2), {
  rounds: faults.length,
  only: '',
  seed: Math.floor(Date.now() / 1000) % 1_000_000,
});
const names = options.only.split(',').filter((name) => name !== '');
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  console.error(
    `there is no fault ${unknown.join(', ')}; there are ${faults.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const chosen = names.length === 0 ? faults : faults.filter(({ name }) => names.includes(name));

const isFailed = (result: RoundResult): boolean => result.problems.length > 0 || isLate(result);

const verdictOf = (result: RoundResult): string => {
  if (result.problems.length > 0) return `FAILED (${result.problems.length})`;
  return isLate(result) ? `LATE (bar ${result.barS} s)` : 'passed';
};

const results = await runSuite({
  faults: chosen,
  rounds: options.rounds,
  seed: options.seed,
  onRound: (result) => {
    console.error(`round ${result.round}: ${result.fault}: ${verdictOf(result)}`);
    for (const problem of result.problems.slice(0, shownProblems)) console.error(`  ${problem}`);
  },
});
printTable(
  `${results.length} rounds, seed ${options.seed}`,
  ['round', 'fault', 'acknowledged', 'lost', 'doubled', 'bad 5xx', 'back after s', 'verdict'],
  results.map((result) => [
    String(result.round),
    result.fault,
    String(result.acknowledged),
    String(result.lost),
    String(result.doubled),
    String(result.bad5xx),
    result.backAfterS?.toFixed(1) ?? 'never',
    verdictOf(result),
  ]),
);
if (results.some(isFailed)) process.exitCode = 1;
