import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { repairOutcome } from '../../src/utility/text/json-repair/outcome.ts';
import { type Score, Tally } from './score.ts';

export async function measure(corpora: string): Promise<Score[]> {
  const tally = new Tally();
  const cases: { input: string; out?: string }[] = JSON.parse(
    readFileSync(path.join(corpora, 'json-repair.json'), 'utf8'),
  );
  for (const each of cases) {
    const outcome = repairOutcome({ json: each.input });
    const right =
      each.out === undefined
        ? !outcome.ok
        : outcome.ok && isDeepStrictEqual(outcome.json, JSON.parse(each.out));
    tally.case(right, () => JSON.stringify([each, outcome]));
  }
  return [tally.score('repaired as its peer does, or refused', 1)];
}
