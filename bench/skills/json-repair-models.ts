import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Comparison, textsOf } from './comparison.ts';
import { comparison as others } from './json-repair.ts';

/** Output of models: json_repair's cases. The peer refuses many of them early. */
export const comparison: Comparison = {
  ...others,
  inputs: (corpora) =>
    textsOf(
      (
        JSON.parse(readFileSync(path.join(corpora, 'json-repair-llm.json'), 'utf8')) as { input: string }[]
      ).map(({ input }) => input),
    ),
};
