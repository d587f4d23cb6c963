import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pageStructured } from '../../src/utility/pages/structured/structured.ts';
import { extract } from '../corpus/peers/structured.ts';
import { type Comparison, filesOf } from './comparison.ts';

export const comparison: Comparison = {
  peer: 'web-auto-extractor (MIT)',
  inputs: (corpora) => [
    ...globSync('structured-data/*/*.html', { cwd: corpora }).map((file) => ({
      name: path.basename(file),
      bytes: readFileSync(path.join(corpora, file)),
    })),
    ...filesOf('url-metadata', 'input.html')(corpora),
  ],
  ours: (bytes, hash) =>
    pageStructured({ page: { bytes, contentType: 'text/html; charset=utf-8', url: 'http://a.test/', hash } }),
  theirs: (bytes) => {
    try {
      return extract(bytes.toString('utf8'));
    } catch {
      return null;
    }
  },
};
