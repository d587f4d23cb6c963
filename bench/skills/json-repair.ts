import { readFileSync } from 'node:fs';
import path from 'node:path';
import { jsonrepair } from 'jsonrepair';
import { repairJson } from '../../packages/json-repair/src/index.ts';
import { type Comparison, textsOf } from './comparison.ts';

/** The public cases; the time for a megabyte is in a separate table. */
export const comparison: Comparison = {
  peer: 'jsonrepair (ISC)',
  times: 20,
  inputs: (corpora) =>
    textsOf(
      (JSON.parse(readFileSync(path.join(corpora, 'json-repair.json'), 'utf8')) as { input: string }[]).map(
        ({ input }) => input,
      ),
    ),
  ours: (bytes) => repairJson({ json: bytes.toString('utf8') }),
  theirs: (bytes) => {
    try {
      return JSON.parse(jsonrepair(bytes.toString('utf8')));
    } catch {
      return null;
    }
  },
};
