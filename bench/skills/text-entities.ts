import { readFileSync } from 'node:fs';
import path from 'node:path';
import twitter from 'twitter-text';
import { parse } from 'yaml';
import { findTextEntities } from '../../src/utility/text/entities/entities.ts';
import { type Comparison, textsOf } from './comparison.ts';

/** Ours also finds e-mail addresses, IP addresses, telephone numbers, dates and money; the peer finds none of them. */
export const comparison: Comparison = {
  peer: 'twitter-text (Apache-2.0)',
  times: 20,
  inputs: (corpora) => {
    const { tests } = parse(readFileSync(path.join(corpora, 'text-entities-extract.yml'), 'utf8')) as {
      tests: Record<string, { text: string }[]>;
    };
    const texts = Object.values(tests).flatMap((cases) => cases.map(({ text }) => text));
    return textsOf([...texts, texts.join('\n')]);
  },
  ours: (bytes) => findTextEntities({ text: bytes.toString('utf8') }),
  theirs: (bytes) => twitter.extractEntitiesWithIndices(bytes.toString('utf8')),
};
