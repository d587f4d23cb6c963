import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { repairJson } from '../../packages/json-repair/src/index.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

interface Case {
  readonly input: string;
  /** The value, or its JSON; an empty text if the peer finds nothing, and undefined if the case must be refused. */
  readonly out?: unknown;
}

type Repair = (text: string) => string;

export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? (await import('jsonrepair')).jsonrepair : undefined;
  return [
    score(corpora, 'json-repair.json', "jsonrepair's own cases", peer),
    withPublished(score(corpora, 'json-repair-llm.json', "json_repair's cases: output of models", peer)),
  ];
}

/** The expected results of json_repair's cases are its own published outputs. */
const withPublished = (score: Score): Score => ({
  ...score,
  peers: [...(score.peers ?? []), { name: 'json_repair (its own, published)', right: score.of }],
});

function score(corpora: string, file: string, what: string, peer: Repair | undefined): Score {
  const tally = new Tally();
  const cases: Case[] = JSON.parse(readFileSync(path.join(corpora, file), 'utf8'));
  for (const each of cases) {
    const outcome = repairJson({ json: each.input });
    const nothing = each.out === undefined || each.out === '';
    const right = outcome.ok
      ? isDeepStrictEqual(outcome.result.json, nothing ? each.out : expected(each.out))
      : nothing;
    tally.case(right, () => JSON.stringify([each, outcome.ok ? outcome.result.json : outcome.reason]));
    if (!peer) continue;
    const repaired = valueBy(peer, each.input);
    tally.peer(
      'jsonrepair',
      repaired ? !nothing && isDeepStrictEqual(repaired.value, expected(each.out)) : nothing,
    );
  }
  return tally.score(what, 0.95);
}

/** Undefined if the peer refuses the input. */
function valueBy(repair: Repair, text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(repair(text)) };
  } catch {
    return undefined;
  }
}

const expected = (out: unknown): unknown => (typeof out === 'string' ? JSON.parse(out) : out);
