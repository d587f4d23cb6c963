import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findTextEntities } from '../../src/utility/text/entities/entities.ts';
import { chronoDates } from '../corpus/peers/dates.ts';
import { type Comparison, textsOf } from './comparison.ts';

/** Ours finds eight kinds of entities, the peer only dates. */
export const comparison: Comparison = {
  peer: 'chrono-node (dates)',
  times: 20,
  inputs: (corpora) => {
    const { date } = JSON.parse(
      readFileSync(path.join(corpora, 'text-entities-recognizers.json'), 'utf8'),
    ) as { date: { input: string }[] };
    const texts = date.map(({ input }) => input);
    return textsOf([...texts, texts.join('\n')]);
  },
  ours: (bytes) => findTextEntities({ text: bytes.toString('utf8') }),
  theirs: (bytes) => chronoDates(bytes.toString('utf8')),
};
