import { extractArticle } from '../../src/utility/pages/article/article.ts';
import { readabilityArticle } from '../corpus/peers/readability.ts';
import { type Comparison, filesOf } from './comparison.ts';

export const comparison: Comparison = {
  peer: '@mozilla/readability on linkedom',
  inputs: filesOf('readability', 'source.html'),
  ours: (bytes, hash) =>
    extractArticle({ page: { bytes, contentType: 'text/html; charset=utf-8', url: 'http://a.test/', hash } }),
  theirs: (bytes) => readabilityArticle(bytes.toString('utf8')),
};
