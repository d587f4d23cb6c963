import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { repairOutcome } from '../../src/utility/text/json-repair/outcome.ts';
import { type Score, Tally } from './score.ts';

interface Case {
  readonly input: string;
  /** The value, or its JSON; an empty text where the peer finds nothing, and none where it must be refused. */
  readonly out?: unknown;
}

export async function measure(corpora: string): Promise<Score[]> {
  return [
    score(corpora, 'json-repair.json', "jsonrepair's own cases"),
    score(corpora, 'json-repair-llm.json', "json_repair's cases: what models write"),
  ];
}

function score(corpora: string, file: string, what: string): Score {
  const tally = new Tally();
  const cases: Case[] = JSON.parse(readFileSync(path.join(corpora, file), 'utf8'));
  for (const each of cases) {
    const outcome = repairOutcome({ json: each.input });
    const nothing = each.out === undefined || each.out === '';
    const right = outcome.ok
      ? isDeepStrictEqual(outcome.result.json, nothing ? each.out : expected(each.out))
      : nothing;
    tally.case(right, () => JSON.stringify([each, outcome.ok ? outcome.result.json : outcome.reason]));
  }
  return tally.score(what, 0.95);
}

const expected = (out: unknown): unknown => (typeof out === 'string' ? JSON.parse(out) : out);
