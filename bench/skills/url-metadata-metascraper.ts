import { pageMetadata } from '../../src/utility/pages/metadata/metadata.ts';
import { scrape } from '../corpus/peers/metascraper.ts';
import { type Comparison, filesOf } from './comparison.ts';

const url = 'https://www.example.com/story';

/** With its rules for the eight fields that both read. */
export const comparison: Comparison = {
  peer: 'metascraper, 8 fields',
  inputs: filesOf('url-metadata', 'input.html'),
  ours: (bytes, hash) =>
    pageMetadata({ page: { bytes, contentType: 'text/html; charset=utf-8', url, hash } }),
  theirs: (bytes) => scrape({ html: bytes.toString('utf8'), url }).catch(() => null),
};
