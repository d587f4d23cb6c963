import scrape from 'open-graph-scraper';
import { pageMetadata } from '../../src/utility/pages/metadata/metadata.ts';
import { type Comparison, filesOf } from './comparison.ts';

export const comparison: Comparison = {
  peer: 'open-graph-scraper',
  inputs: filesOf('url-metadata', 'input.html'),
  ours: (bytes, hash) =>
    pageMetadata({ page: { bytes, contentType: 'text/html; charset=utf-8', url: 'http://a.test/', hash } }),
  theirs: (bytes) => scrape({ html: bytes.toString('utf8') }).catch(() => null),
};
