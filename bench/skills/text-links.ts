import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findTextEntities } from '../../src/utility/text/entities/entities.ts';
import { linkifyUrls } from '../corpus/peers/links.ts';
import { type Comparison, textsOf } from './comparison.ts';

/** Ours finds eight kinds of entities, the peer only links and e-mail addresses. */
export const comparison: Comparison = {
  peer: 'linkify-it (links, e-mail)',
  times: 20,
  inputs: (corpora) => {
    const { links, not_links } = JSON.parse(readFileSync(path.join(corpora, 'text-links.json'), 'utf8')) as {
      links: { text: string }[];
      not_links: string[];
    };
    const texts = [...links.map(({ text }) => text), ...not_links];
    return textsOf([...texts, texts.join('\n').repeat(10)]);
  },
  ours: (bytes) => findTextEntities({ text: bytes.toString('utf8') }),
  theirs: (bytes) => linkifyUrls(bytes.toString('utf8')),
};
