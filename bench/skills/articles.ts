import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractArticle } from '../../src/utility/pages/article/article.ts';
import { readabilityArticle } from '../corpus/peers/readability.ts';
import type { Comparison } from './comparison.ts';

export const comparison: Comparison = {
  peer: '@mozilla/readability on linkedom',
  inputs: (corpora) =>
    readdirSync(path.join(corpora, 'articles'))
      .filter((file) => file.endsWith('.html.gz'))
      .map((file) => ({
        name: file.slice(0, 8),
        bytes: gunzipSync(readFileSync(path.join(corpora, 'articles', file))),
      })),
  ours: (bytes, hash) =>
    extractArticle({ page: { bytes, contentType: 'text/html; charset=utf-8', url: 'http://a.test/', hash } }),
  theirs: (bytes) => readabilityArticle(bytes.toString('utf8')),
};
