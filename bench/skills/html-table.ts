import { tabletojson } from 'tabletojson';
import { pageTables } from '../../src/utility/pages/tables/tables.ts';
import { type Comparison, filesOf } from './comparison.ts';

export const comparison: Comparison = {
  peer: 'tabletojson',
  inputs: filesOf('readability', 'source.html'),
  ours: (bytes, hash) =>
    pageTables({
      page: { bytes, contentType: 'text/html; charset=utf-8', url: 'http://a.test/', hash },
      options: { typed: false, links: false, csv: false, offset: 0 },
    }),
  theirs: (bytes) => tabletojson.convert(bytes.toString('utf8')),
};
